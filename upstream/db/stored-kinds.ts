import { type Kind, type KindWith, kindsWith } from "#app/contract/kinds";
import type { Database } from "./schema";

/** Description of how a kind of content is stored, as far as its traits (`KINDS`) don't say so already. */
type Stored = {
  /** The table; also the version key of the list of all things of the kind. */
  table: keyof Database;
  /** The column that it is called by: a title, or its first words. */
  named: "title" | "excerpt" | "text";
  /** The column with its text as it was written. */
  source: "content" | "text";
  /** Columns that are made of its text; `content_html` is one of every kind but comments. */
  rendered: readonly ("excerpt" | "headings" | "length")[];
  /** Headings of its text can be led to. */
  anchors?: true;
  /** Columns that may show uploads. */
  texts: readonly string[];
  /** The column with the time of the last change. */
  changed: "updated_at" | "created_at";
  /** The column with the number that a search shows. */
  score?: string;
  /** The column with the likes or votes that count for its author. */
  liked?: "like_count" | "vote_up";
  /** Numbered lists of those things that have a value in a column. */
  lists?: readonly { name: string; column: "answer_count"; value: number }[];
  /** Kind of the thing that it stands under and goes with, and the column that names it. */
  under?: { kind: Kind; column: string };
  /** Person whom it is meant for: the column that names them, and their counter of such things. */
  receiver?: { column: "receiver_id"; counter: "received_count" };
  /** People who have it in a list of theirs, whose total is their counter. */
  followers?: { table: "question_follows"; column: "question_id"; counter: "follow_question_count" };
  /** Tables with rows about it and nothing else, by the columns that name it. */
  about?: readonly { table: keyof Database; columns: readonly string[] }[];
};

const HTML = ["content", "content_html"] as const;
const TITLED = { named: "title", source: "content" } as const;

/** Description of how each kind of content is stored. */
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

/** Description of how a kind is stored, of which no kind says more than another. */
export const storedAs = (kind: Kind): Stored => STORED[kind];

/** Columns with the words that a thing is found by; a case has an excerpt that stands nowhere in its text. */
export function wordColumns(kind: Kind): readonly string[] {
  const { named, source } = STORED[kind];
  if (kind === "case") return [named, "excerpt", source];
  return named === "title" ? [named, source] : [source];
}

/** The kinds whose rank is made of likes, favorites and comments; questions go by their answers. */
export type RatedKind = Exclude<KindWith<"likable">, "comment">;

/** Those kinds as a list. */
export const RATED_KINDS: readonly RatedKind[] = kindsWith("likable").filter((kind) => kind !== "comment");
