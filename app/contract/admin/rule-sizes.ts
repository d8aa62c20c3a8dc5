/** Key of the last entry in the list of rules: another reason, in staff's own words. */
export const OTHER_RULE = "other";
/** Maximum characters of the note to a rule. */
export const RULE_NOTE_MAX = 200;
