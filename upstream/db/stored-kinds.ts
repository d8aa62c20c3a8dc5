import { type Kind, type KindWith, kindsWith } from "#app/contract/kinds";
import type { Database } from "./schema";

/** Storage of a kind of content, beyond what its traits (`KINDS`) imply. */
type Stored = {
  /** Name of its table; also the version key of the list of all its things. */
  table: keyof Database;
  /** Column used as its name: a title, or its first words. */
  named: "title" | "excerpt" | "text";
  /** Column with the source text. */
  source: "content" | "text";
  /** Columns derived from its text; every kind but comments also has `content_html`. */
  rendered: readonly ("excerpt" | "headings" | "length")[];
  /** Whether headings get anchors. */
  anchors?: true;
  /** Columns that may refer to uploads. */
  texts: readonly string[];
  /** Column with the time of the last change. */
  changed: "updated_at" | "created_at";
  /** Column with the number shown in search results. */
  score?: string;
  /** Column with the likes or votes that count for its author. */
  liked?: "like_count" | "vote_up";
  /** Lists of the things with a certain value in a column. */
  lists?: readonly { name: string; column: "answer_count"; value: number }[];
  /** Kind of the parent it belongs to and is deleted with, and the column with the parent's id. */
  under?: { kind: Kind; column: string };
  /** Person it is addressed to: the column with their id, and their counter of such things. */
  receiver?: { column: "receiver_id"; counter: "received_count" };
  /** People who follow it: the table, the column with its id, and their counter. */
  followers?: { table: "question_follows"; column: "question_id"; counter: "follow_question_count" };
  /** Tables with rows about it only, and the columns that refer to it. */
  about?: readonly { table: keyof Database; columns: readonly string[] }[];
};

const HTML = ["content", "content_html"] as const;
const TITLED = { named: "title", source: "content" } as const;

/** Storage of each kind of content. */
export const STORED = {
  question: {
    table: "questions",
    ...TITLED,
    rendered: ["excerpt"],
    texts: HTML,
    changed: "updated_at",
    score: "answer_count",
    lists: [{ name: "question/unanswered", column: "answer_count", value: 0 }],
    followers: { table: "question_follows", column: "question_id", counter: "follow_question_count" },
    about: [{ table: "related_questions", columns: ["question_id", "related_id"] }],
  },
  answer: {
    table: "answers",
    named: "excerpt",
    source: "content",
    rendered: ["excerpt"],
    texts: HTML,
    changed: "updated_at",
    score: "vote_up",
    liked: "vote_up",
    under: { kind: "question", column: "question_id" },
    about: [{ table: "votes", columns: ["answer_id"] }],
  },
  article: {
    table: "articles",
    ...TITLED,
    rendered: ["excerpt", "headings", "length"],
    anchors: true,
    texts: [...HTML, "cover"],
    changed: "updated_at",
    score: "like_count",
    liked: "like_count",
  },
  case: {
    table: "cases",
    ...TITLED,
    rendered: ["headings"],
    anchors: true,
    texts: [...HTML, "cover", "report"],
    changed: "updated_at",
    score: "like_count",
  },
  comment: {
    table: "comments",
    named: "text",
    source: "text",
    rendered: [],
    texts: ["text"],
    changed: "created_at",
    receiver: { column: "receiver_id", counter: "received_count" },
  },
  activity: {
    table: "activities",
    ...TITLED,
    rendered: ["excerpt"],
    anchors: true,
    texts: [...HTML, "cover"],
    changed: "created_at",
  },
  announcement: {
    table: "announcements",
    ...TITLED,
    rendered: ["excerpt"],
    anchors: true,
    texts: HTML,
    changed: "created_at",
  },
} as const satisfies Record<Kind, Stored>;

/** Storage of a kind, typed without what only some kinds have. */
export const storedAs = (kind: Kind): Stored => STORED[kind];

/** Columns with the words that the search finds a thing by; a case's excerpt is not part of its text. */
export function wordColumns(kind: Kind): readonly string[] {
  const { named, source } = STORED[kind];
  if (kind === "case") return [named, "excerpt", source];
  return named === "title" ? [named, source] : [source];
}

/** Kinds ranked by likes, favorites and comments; questions are ranked by their answers. */
export type RatedKind = Exclude<KindWith<"likable">, "comment">;

/** Kinds ranked by likes, favorites and comments, as a list. */
export const RATED_KINDS: readonly RatedKind[] = kindsWith("likable").filter((kind) => kind !== "comment");
