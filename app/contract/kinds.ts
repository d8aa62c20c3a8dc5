/** Traits that a kind of content can have. */
type Trait =
  /** Written by a member, who may change it, delete it and has it in their export. */
  | "owned"
  /** Written in an editor, with drafts and versions. */
  | "drafted"
  /** Its words are looked through for sensitive ones, and an operator may have to read them first. */
  | "reviewed"
  /** Whoever deleted it may bring it back for 30 days. */
  | "recoverable"
  /** There is a list of all of them, in numbered pages. */
  | "listed"
  /** Has a page of its own, listed in the site map. */
  | "paged"
  /** Stands in the mixed feed of the home page. */
  | "inFeed"
  /** Stands in the feeds for readers, with its whole text. */
  | "syndicated"
  /** Carries tags, each with a list. */
  | "tagged"
  /** Belongs to one of the classifications of its kind. */
  | "classified"
  | "searchable"
  | "commentable"
  | "likable"
  | "favoritable"
  | "reportable"
  /** People hear of what is done to it. */
  | "notified";

/** Of everything that members write in an editor. */
const WRITTEN = ["owned", "drafted", "reviewed", "recoverable"] as const;
/** Of everything that people talk about. */
const DISCUSSED = ["commentable", "reportable", "notified"] as const;
/** Of what one finds through the site's navigation. */
const PUBLISHED = ["listed", "paged"] as const;
/** Of what people like, or keep for later. */
const REACTED = ["likable", "favoritable"] as const;

/**
 * The kinds of content: how each is called and counted (一篇文章), and what can be done with it. Every union and list of kinds is derived
 * from this table, in this order.
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

/** The kinds that have a trait: `KindWith<"likable">`. */
export type KindWith<T extends Trait> = {
  [K in Kind]: T extends (typeof KINDS)[K]["traits"][number] ? K : never;
}[Kind];

/** Whether a kind has a trait. */
export function hasTrait<T extends Trait>(kind: Kind, trait: T): kind is KindWith<T> {
  const traits: readonly Trait[] = KINDS[kind].traits;
  return traits.includes(trait);
}

/** The kinds that have a trait, in the table's order. */
export const kindsWith = <T extends Trait>(trait: T): KindWith<T>[] =>
  everyKind.filter((kind) => hasTrait(kind, trait));

/** Name of a kind with the word that counts it: 篇文章, to go behind 这 or 一. */
export const measured = (kind: Kind): string => KINDS[kind].measure + KINDS[kind].name;

/** Words by which a sentence says how much there is of kinds: 3 个问题、12 篇文章; in the table's order. */
export const countsText = (counts: { readonly [K in Kind]?: number }): string =>
  everyKind.flatMap((kind) => (counts[kind] === undefined ? [] : [`${counts[kind]} ${measured(kind)}`])).join("、");

/** Words by which a sentence lists the kinds that have a trait: 问题、回答、文章或案例. @param last stands before the last one */
export function namesOf(trait: Trait, last: "或" | "与"): string {
  const names = kindsWith(trait).map((kind) => KINDS[kind].name);
  return [names.slice(0, -1).join("、"), names.at(-1)].filter(Boolean).join(last);
}
