/** Key of what stands last in the list of rules: something else, in the words of staff. */
export const OTHER_RULE = "other";
/** Characters of the words that go with a rule. */
export const RULE_NOTE_MAX = 200;
