/**
 * Parts of a site that its operator may do without, as they are called: whole kinds of content, forms, and the knowledge base.
 * What is left without all of them is questions and answers.
 */
export const PARTS = {
  article: "文章",
  case: "案例",
  activity: "活动",
  announcement: "公告",
  form: "表单",
  zhiku: "知库",
} as const;

/** A part that a site may lack. */
export type Part = keyof typeof PARTS;

/** All of them, in the order in which they are asked for. */
export const PART_NAMES = Object.keys(PARTS) as [Part, ...Part[]];

/** Whether a name is that of such a part; of a kind of content, whether a site may lack it. */
export const isPart = (name: unknown): name is Part => typeof name === "string" && Object.hasOwn(PARTS, name);

/** Kinds that a site has, among these. @param off parts that it lacks */
export const kindsHere = <K extends string>(kinds: readonly K[], off: readonly Part[]): K[] =>
  kinds.filter((kind) => !isPart(kind) || !off.includes(kind));
