/** Maximum members per manual grant, and maximum rights revoked at a time. */
export const GRANTED_MAX = 200;
/** Maximum lines of an imported list. */
export const IMPORT_MAX = 1_000;
/** Maximum days of a granted right. */
export const RIGHT_DAYS_MAX = 3_650;
