/**
 * Parts of a site that its operator may switch off, with their names: kinds of content, forms, and the knowledge base.
 * Questions and answers always remain.
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

/** All parts, in display order. */
export const PART_NAMES = Object.keys(PARTS) as [Part, ...Part[]];

/** Whether a name is that of a part; for a kind of content, whether it can be switched off. */
export const isPart = (name: unknown): name is Part => typeof name === "string" && Object.hasOwn(PARTS, name);

/** Returns those of the given kinds that a site has. @param off parts that are switched off */
export const kindsHere = <K extends string>(kinds: readonly K[], off: readonly Part[]): K[] =>
  kinds.filter((kind) => !isPart(kind) || !off.includes(kind));
