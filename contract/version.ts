/**
 * The number of this contract. It rises only if an older app could not continue (decision 13): a required field, a field that a migration
 * adds to old rows, or a changed command. Apps skip new resources and mutations until their update.
 */
export const contractVersion = 6;
