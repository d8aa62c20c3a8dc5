import type { Linked } from "./site-urls";

/** One text in another site's export. */
export type Entry = {
  /** Id within its site, the same in every export. */
  key: string;
  /** Location in the file, for people: 第 12 行. */
  place: string;
  /** Whole source of the entry, to detect changes. */
  source: string;
  kind: "article" | "question" | "answer" | "comment";
  /** Key of the question of an answer, or of the parent of a comment; an earlier entry. */
  under?: string;
  /** Key of the comment that it replies to, if that was imported. */
  replyTo?: string;
  title?: string;
  author: Author;
  createdAt?: string;
  tags?: string[];
  classification?: string;
  /** Accepted by the asker. */
  accepted?: boolean;
  /** Markdown; plain text for a comment. Computed on demand. */
  body(): string;
};

/** Author of an entry. */
export type Author = {
  name: string;
  /** Whether the author had no account there, so that the name could be anyone's. */
  guest?: boolean;
  /** Time of registration at the exported site. */
  since?: string;
};

/** Something in an export that is not imported. */
export type LeftOut = { place: string; reason: string };

/** An opened export of another site. */
export type Export = {
  /** Identifies the exported site, independently of the file's name: `wordpress-example.com`. */
  site: string;
  /** Folder for pictures without a host. */
  pictures: string;
  entries(leave: (what: LeftOut) => void): AsyncIterable<Entry>;
  /** Base URL of the exported site, if the export names it. */
  base: string | null;
  /** Finds the text that a link leads to, by its URL on the exported site. */
  linkedAt(link: string): Linked | null;
  /** Bytes read so far, and in total. */
  progress(): { done: number; total: number };
};

/** Reason why an export can't be read, with a message for the person who runs the import. */
export class BadExport extends Error {
  override name = "BadExport";
}
