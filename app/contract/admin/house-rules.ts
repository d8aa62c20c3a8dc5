/** Rules of the house that a text may break, in the words that its author reads. */
export const RULES = {
  spam: "含有广告、招揽或重复发布的内容",
  abuse: "含有辱骂、骚扰或歧视的内容",
  illegal: "含有违反法律法规的内容",
  privacy: "泄露了他人的个人信息",
  infringement: "侵犯了他人的权利",
  untrue: "含有不实的内容",
  unfit: "与本站的主题无关，或看不出要说什么",
  other: "其他原因",
} as const;

export type Rule = keyof typeof RULES;
/** Every rule, in the order in which staff choose from them. */
export const rules = Object.keys(RULES) as [Rule, ...Rule[]];

/** Characters of the words that go with a rule. */
export const RULE_NOTE_MAX = 200;

/** Which rule was broken, and the free words beside it, as the author reads them. */
export function reasonOf({ rule, note }: { rule: Rule; note: string }): string {
  if (rule === "other") return note;
  return note ? `${RULES[rule]}。${note}` : RULES[rule];
}
