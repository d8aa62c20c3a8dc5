import { EDITOR_FIELDS, type FieldName, type FieldsOf, type WrittenKind } from "#app/contract/editor-fields";
import { type EditorValues, EMPTY_VALUES, mapFields } from "./editor-values";
import { codecOf, type DraftValue, fieldNames, type SentValue } from "./field-codecs";

type SentFields<K extends WrittenKind> = { [N in keyof FieldsOf<K> & FieldName]: SentValue<N> };
type DraftFields = { [N in FieldName]: DraftValue<N> };

/** Fields of one kind as a form has them, to be published. */
export function sentFieldsOf<K extends WrittenKind>(kind: K, values: EditorValues): SentFields<K> {
  const names = Object.keys(EDITOR_FIELDS[kind]) as FieldName[];
  return Object.fromEntries(names.map((name) => [name, codecOf(name).toCall(values[name])])) as SentFields<K>;
}

/** Fields of any kind as a form has them, to be kept in a draft. */
export const draftFieldsOf = (values: EditorValues): DraftFields =>
  Object.fromEntries(fieldNames().map((name) => [name, codecOf(name).toDraft(values[name])])) as DraftFields;

/** Values of an editor that starts from what a call gives; what that does not have is empty. */
export function editorValues(fields: { [N in FieldName]?: unknown }, version: number): EditorValues {
  return mapFields((name) => (name in fields ? codecOf(name).fromCall(fields[name]) : EMPTY_VALUES[name]), version);
}
