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
