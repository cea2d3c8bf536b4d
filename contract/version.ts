/**
 * The number of this contract, sent with every answer and stored with every cursor and command. It is raised only if an app of the number
 * before could not continue: a required field, a field that a migration adds to old rows, or a changed command. A new resource or mutation
 * does not raise it: an app skips unknown ones and loads them after its update.
 */
export const contractVersion = 6;
