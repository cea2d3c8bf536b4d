/** 1 is true: a boolean column would read back differently on each database. */
export type Flag = 0 | 1;

/** JSON as text, for the same reason. */
export type JsonText = string;
