/** People who are given a right at a time by hand, and rights that are taken back at a time. */
export const GRANTED_MAX = 200;
/** Lines of a list that is imported. */
export const IMPORT_MAX = 1_000;
/** Days of a right that is given. */
export const RIGHT_DAYS_MAX = 3_650;
