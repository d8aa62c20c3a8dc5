import { type EditorField, EVERY_FIELD, type FieldName, type FieldType } from "#app/contract/editor-fields";
import { TAGS_MAX } from "#app/contract/limits";
import { formatTags, parseTags } from "./tag-text";

/**
 * The ways of one type of field between the calls and a form. `Form`: its value in a form, a text or whether it is ticked;
 * `Value`: its value in what a call gives.
 */
type Codec<Form, Value, Sent, Kept> = {
  /** Value in a form where nothing was filled in. */
  empty: Form;
  read(form: FormData, name: string): Form;
  fromCall(value: Value): Form;
  /** Value to publish; the upstream says what is wrong with it. */
  toCall(value: Form): Sent;
  /** Value to keep in a draft: as typed, within what a draft may be. */
  toDraft(value: Form): Kept;
};

const codec = <Form, Value, Sent, Kept>(one: Codec<Form, Value, Sent, Kept>) => one;

/** Text of a form with plain line ends; forms send them as CRLF. */
export function readText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value.replace(/\r\n?/g, "\n") : "";
}

const asIs = (text: string): string => text;

const TEXT = codec({ empty: "", read: readText, fromCall: asIs, toCall: asIs, toDraft: asIs });

/** Text whose lines stand in one, as a title does; its field is a textarea, that it may grow. */
export const inOneLine = (text: string): string => text.replace(/[^\S\n]*\n\s*/g, " ");

const CODECS = {
  title: codec({
    empty: "",
    read: (form, name) => inOneLine(readText(form, name)),
    fromCall: asIs,
    toCall: asIs,
    toDraft: asIs,
  }),
  line: TEXT,
  markdown: TEXT,
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
/** Value of a field as it stands in a form. */
export type FormValue<N extends FieldName> = CodecOf<N>["empty"];
/** Value of a field as it is published. */
export type SentValue<N extends FieldName> = ReturnType<CodecOf<N>["toCall"]>;
/** Value of a field as a draft keeps it. */
export type DraftValue<N extends FieldName> = ReturnType<CodecOf<N>["toDraft"]>;

/** The codec of a field, for whoever walks over all of them. */
export const codecOf = (name: FieldName) =>
  CODECS[EVERY_FIELD[name].type] as Codec<string | boolean, unknown, unknown, unknown>;

/** Names of the fields of these types, of all fields where none is given, in the order of the contract's table. */
export const fieldNames = (...types: EditorField["type"][]): FieldName[] =>
  (Object.keys(EVERY_FIELD) as FieldName[]).filter(
    (name) => types.length === 0 || types.includes(EVERY_FIELD[name].type),
  );
