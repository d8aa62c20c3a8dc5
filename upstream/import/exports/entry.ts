/** One text of another site, as its export has it. */
export type Entry = {
  /** Names it within its site, in whatever export of it. */
  key: string;
  /** Its place in the file, for people: 第 12 行. */
  place: string;
  /** All that it is made of, to know it again. */
  source: string;
  kind: "article" | "question" | "answer" | "comment";
  /** Key of what an answer answers, or a comment stands under; an earlier entry's. */
  under?: string;
  /** Key of the comment that a comment replies to, where that came along. */
  replyTo?: string;
  title?: string;
  author: Author;
  createdAt?: string;
  tags?: string[];
  classification?: string;
  /** Whoever asked chose this answer. */
  accepted?: boolean;
  /** Markdown; of a comment plain text. Made when its turn comes. */
  body(): string;
};

/** Whoever wrote something elsewhere. */
export type Author = {
  name: string;
  /** They had no account there: the name could be anybody's. */
  guest?: boolean;
  /** Time of their registration there. */
  since?: string;
};

/** Something that an export holds and that does not come along. */
export type LeftOut = { place: string; reason: string };

/** An export of another site, opened. */
export type Export = {
  /** Names the site that it is of, whatever its file is called: `wordpress-example.com`. */
  site: string;
  /** Folder in which pictures are looked for that have no host. */
  pictures: string;
  entries(leave: (what: LeftOut) => void): AsyncIterable<Entry>;
  /** Bytes read so far, and those to be read in all. */
  progress(): { done: number; total: number };
};

/** Reason why an export can't be read, in words for the person who runs the import. */
export class BadExport extends Error {
  override name = "BadExport";
}
