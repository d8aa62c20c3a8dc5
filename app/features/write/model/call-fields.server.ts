import { EDITOR_FIELDS, type FieldName, type FieldsOf, type WrittenKind } from "#app/contract/writing/editor-fields";
import { type EditorValues, EMPTY_VALUES, mapFields } from "./editor-values";
import { codecOf, type DraftValue, fieldNames, type SentValue } from "./field-codecs";

type SentFields<K extends WrittenKind> = { [N in keyof FieldsOf<K> & FieldName]: SentValue<N> };
type DraftFields = { [N in FieldName]: DraftValue<N> };

/** A form's fields of one kind, as the publishing call takes them. */
export function sentFieldsOf<K extends WrittenKind>(kind: K, values: EditorValues): SentFields<K> {
  const names = Object.keys(EDITOR_FIELDS[kind]) as FieldName[];
  return Object.fromEntries(names.map((name) => [name, codecOf(name).toCall(values[name])])) as SentFields<K>;
}

/** A form's fields of any kind, as a draft stores them. */
export const draftFieldsOf = (values: EditorValues): DraftFields =>
  Object.fromEntries(fieldNames().map((name) => [name, codecOf(name).toDraft(values[name])])) as DraftFields;

/** Initial editor values from a call's data; missing fields are empty. */
export function editorValues(fields: { [N in FieldName]?: unknown }, version: number): EditorValues {
  return mapFields((name) => (name in fields ? codecOf(name).fromCall(fields[name]) : EMPTY_VALUES[name]), version);
}
