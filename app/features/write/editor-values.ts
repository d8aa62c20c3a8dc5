import type { KindWith } from "#app/contract/kinds";

export type WrittenKind = KindWith<"drafted">;

/** The fields of an editor as they stand in its form; those that a kind doesn't have are empty. */
export type EditorValues = {
  title: string;
  /** Markdown. */
  content: string;
  /** As typed; see `parseTags`. */
  tags: string;
  /** An id, or nothing. */
  classificationId: string;
  coverUrl: string;
  aiGenerated: boolean;
  /** The version of the stored text that this one is based on; 0 for something new. */
  version: number;
};

/** The form's field with the time (ISO 8601) of the server's draft that it knows of; empty for none. */
export const KNOWN_DRAFT = "knownDraftAt";

/** The form's field that tells which of several new pieces it is; empty for the first. */
export const DRAFT_SLOT = "draftSlot";

export const EMPTY_VALUES: EditorValues = {
  title: "",
  content: "",
  tags: "",
  classificationId: "",
  coverUrl: "",
  aiGenerated: false,
  version: 0,
};

export type SimilarQuestion = { id: number; title: string; answerCount: number; href: string };

/** Why something was not published yet, with everything that was typed. */
export type EditorAnswer = {
  values: EditorValues;
  /** What is wrong as a whole; empty when nothing is. */
  message: string;
  /** The message is good news. */
  done: boolean;
  /** What is wrong by field. */
  fields: Record<string, string>;
  /** The text as it would look; null when nobody asked. */
  previewHtml: string | null;
  /** Questions to look at before asking; null when that is done. */
  similar: SimilarQuestion[] | null;
  /** The stored text, when it is newer than what was edited. `values` carry its version, so that sending again wins. */
  stored: EditorValues | null;
  /** The session has ended: log in in another window, then send again. */
  login: boolean;
  /** The form was published before, with other words: where that stands. */
  published: string | null;
  /** See `KNOWN_DRAFT`. */
  knownDraftAt: string;
  /** See `DRAFT_SLOT`. */
  draftSlot: string;
  /** What the form is sent under next time; see `IdempotencyKey`. */
  idempotencyKey: string | undefined;
};

/** Reads a form's fields, in the browser and on the server alike. Forms send line ends as CRLF. */
export function readValues(form: FormData): EditorValues {
  const text = (name: string): string => {
    const value = form.get(name);
    return typeof value === "string" ? value.replace(/\r\n?/g, "\n") : "";
  };
  const version = Number(text("version"));
  return {
    title: text("title"),
    content: text("content"),
    tags: text("tags"),
    classificationId: text("classificationId"),
    coverUrl: text("coverUrl"),
    aiGenerated: form.get("aiGenerated") !== null,
    version: Number.isSafeInteger(version) && version > 0 ? version : 0,
  };
}

/** Whether two editors say the same; the version that they began with aside. */
export function sameValues(a: EditorValues, b: EditorValues): boolean {
  const { version: _, ...one } = a;
  const { version: __, ...other } = b;
  return (Object.keys(one) as (keyof typeof one)[]).every((name) => one[name] === other[name]);
}
