/** Traits that a kind of content can have. */
type Trait =
  /** Written by a member, who can edit, delete and export it. */
  | "owned"
  /** Written in an editor, with drafts and versions. */
  | "drafted"
  /** Checked for sensitive words; an operator may have to review it first. */
  | "reviewed"
  /** Can be restored by its author for 30 days after deletion. */
  | "recoverable"
  /** Has a list of all of them, in numbered pages. */
  | "listed"
  /** Has its own page, which is in the sitemap. */
  | "paged"
  /** Appears in the home page's mixed feed. */
  | "inFeed"
  /** Appears in the RSS feeds, with its full text. */
  | "syndicated"
  /** Carries tags, each with a list. */
  | "tagged"
  /** Belongs to one of its kind's classifications. */
  | "classified"
  | "searchable"
  | "commentable"
  | "likable"
  | "favoritable"
  | "reportable"
  /** People are notified of events on it. */
  | "notified";

/** Traits of everything that members write in an editor. */
const WRITTEN = ["owned", "drafted", "reviewed", "recoverable"] as const;
/** Traits of everything that can be discussed. */
const DISCUSSED = ["commentable", "reportable", "notified"] as const;
/** Traits of everything reachable through the site's navigation. */
const PUBLISHED = ["listed", "paged"] as const;
/** Traits of everything that can be liked or favorited. */
const REACTED = ["likable", "favoritable"] as const;

/**
 * Kinds of content: their name and measure word (一篇文章), and their traits. Every union and list of kinds is derived from
 * this table, in this order.
 */
export const KINDS = {
  question: {
    name: "问题",
    measure: "个",
    traits: [...WRITTEN, ...DISCUSSED, ...PUBLISHED, "inFeed", "syndicated", "tagged", "searchable", "favoritable"],
  },
  answer: {
    name: "回答",
    measure: "个",
    traits: [...WRITTEN, ...DISCUSSED, "listed", "searchable", "favoritable"],
  },
  article: {
    name: "文章",
    measure: "篇",
    traits: [
      ...WRITTEN,
      ...DISCUSSED,
      ...PUBLISHED,
      "inFeed",
      "syndicated",
      "tagged",
      "classified",
      "searchable",
      ...REACTED,
    ],
  },
  case: {
    name: "案例",
    measure: "个",
    traits: [...DISCUSSED, ...PUBLISHED, "inFeed", "classified", "searchable", ...REACTED],
  },
  comment: {
    name: "评论",
    measure: "条",
    traits: ["owned", "reviewed", "recoverable", "likable", "reportable", "notified"],
  },
  activity: { name: "活动", measure: "场", traits: PUBLISHED },
  announcement: { name: "公告", measure: "条", traits: PUBLISHED },
} as const satisfies Record<string, { name: string; measure: string; traits: readonly Trait[] }>;

/** A kind of content. */
export type Kind = keyof typeof KINDS;

/** All kinds, in the table's order. */
export const everyKind = Object.keys(KINDS) as Kind[];

/** Kinds with a trait: `KindWith<"likable">`. */
export type KindWith<T extends Trait> = {
  [K in Kind]: T extends (typeof KINDS)[K]["traits"][number] ? K : never;
}[Kind];

/** Whether a kind has a trait. */
export function hasTrait<T extends Trait>(kind: Kind, trait: T): kind is KindWith<T> {
  const traits: readonly Trait[] = KINDS[kind].traits;
  return traits.includes(trait);
}

/** Kinds with a trait, in the table's order. */
export const kindsWith = <T extends Trait>(trait: T): KindWith<T>[] =>
  everyKind.filter((kind) => hasTrait(kind, trait));

/** Name of a kind with its measure word: 篇文章, to follow 这 or 一. */
export const measured = (kind: Kind): string => KINDS[kind].measure + KINDS[kind].name;

/** Phrase with the counts of kinds: 3 个问题、12 篇文章; in the table's order. */
export const countsText = (counts: { readonly [K in Kind]?: number }): string =>
  everyKind.flatMap((kind) => (counts[kind] === undefined ? [] : [`${counts[kind]} ${measured(kind)}`])).join("、");

/** Phrase that lists the kinds with a trait: 问题、回答、文章或案例. @param last precedes the last one */
export function namesOf(trait: Trait, last: "或" | "与"): string {
  const names = kindsWith(trait).map((kind) => KINDS[kind].name);
  return [names.slice(0, -1).join("、"), names.at(-1)].filter(Boolean).join(last);
}
