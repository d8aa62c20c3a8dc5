import { TAGS_MAX } from "#app/contract/limits";
import { type EditorField, EVERY_FIELD, type FieldName, type FieldType } from "#app/contract/writing/editor-fields";
import { formatTags, parseTags } from "./tag-text";
import { withoutUploadMarks } from "./upload-marks";

/**
 * Conversions of a field type between calls and a form. `Form`: its value in a form (a text, or whether it is ticked);
 * `Value`: its value in a call's data.
 */
type Codec<Form, Value, Sent, Kept> = {
  /** Form value of an empty field. */
  empty: Form;
  read(form: FormData, name: string): Form;
  fromCall(value: Value): Form;
  /** Value to publish; validated by the upstream. */
  toCall(value: Form): Sent;
  /** Value to store in a draft: as typed, within a draft's limits. */
  toDraft(value: Form): Kept;
};

const codec = <Form, Value, Sent, Kept>(one: Codec<Form, Value, Sent, Kept>) => one;

/** A text field with `\n` as line breaks: in browsers from before 2022, a form's `FormData` has CRLF. */
export function readText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value.replace(/\r\n?/g, "\n") : "";
}

const asIs = (text: string): string => text;

const TEXT = codec({ empty: "", read: readText, fromCall: asIs, toCall: asIs, toDraft: asIs });

/** Joins lines into one, for a title; its field is a textarea so that it can grow. */
export const inOneLine = (text: string): string =>
  text.replace(/\s+/g, (space) => (space.includes("\n") ? " " : space));

const CODECS = {
  title: codec({
    empty: "",
    read: (form, name) => inOneLine(readText(form, name)),
    fromCall: asIs,
    toCall: asIs,
    toDraft: asIs,
  }),
  line: TEXT,
  markdown: codec({
    empty: "",
    read: (form, name) => withoutUploadMarks(readText(form, name)),
    fromCall: asIs,
    toCall: asIs,
    toDraft: asIs,
  }),
  tags: codec({
    empty: "",
    read: readText,
    fromCall: (tags: readonly string[]) => formatTags(tags),
    toCall: parseTags,
    toDraft: (text) => parseTags(text).slice(0, TAGS_MAX),
  }),
  choice: codec({
    empty: "",
    read: readText,
    fromCall: (id: number | null) => (id === null ? "" : String(id)),
    toCall: (id) => id || null,
    toDraft: (id) => id || null,
  }),
  picture: codec({
    empty: "",
    read: readText,
    fromCall: (url: string | null) => url ?? "",
    toCall: (url) => url.trim() || null,
    toDraft: (url) => url || null,
  }),
  flag: codec({
    empty: false as boolean,
    read: (form, name) => form.get(name) !== null,
    fromCall: (on: boolean) => on,
    toCall: (on) => on,
    toDraft: (on) => on,
  }),
};

type CodecOf<N extends FieldName> = (typeof CODECS)[FieldType<N>];
/** Value of a field in a form. */
export type FormValue<N extends FieldName> = CodecOf<N>["empty"];
/** Value of a field as published. */
export type SentValue<N extends FieldName> = ReturnType<CodecOf<N>["toCall"]>;
/** Value of a field in a draft. */
export type DraftValue<N extends FieldName> = ReturnType<CodecOf<N>["toDraft"]>;

/** The codec of a field, for code that iterates over all fields. */
export const codecOf = (name: FieldName) =>
  CODECS[EVERY_FIELD[name].type] as Codec<string | boolean, unknown, unknown, unknown>;

/** Names of the fields of these types (all fields by default), in the order of the contract's table. */
export const fieldNames = (...types: EditorField["type"][]): FieldName[] =>
  (Object.keys(EVERY_FIELD) as FieldName[]).filter(
    (name) => types.length === 0 || types.includes(EVERY_FIELD[name].type),
  );
