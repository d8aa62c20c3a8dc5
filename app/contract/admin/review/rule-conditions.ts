/** Conditions of a review rule; if several apply, the first of those with the same outcome is the reason. */
export const ruleConditions = ["words", "all", "firstPosts", "newDays", "links"] as const;
export type RuleCondition = (typeof ruleConditions)[number];
