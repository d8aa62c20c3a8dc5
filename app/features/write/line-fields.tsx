import { EDITOR_FIELDS, type EditorField, fieldsOfType, type WrittenKind } from "#app/contract/writing/editor-fields";
import { EditorLine } from "./editor-line";
import type { EditorValues } from "./model/editor-values";

type Line = Extract<EditorField, { type: "line" }>;
type Props = {
  /** Line fields by their form field name. */
  lines: Readonly<Record<string, Line>>;
  values: Partial<EditorValues>;
  /** Error messages by name. */
  fields: Record<string, string>;
};

/** Line fields that the editor of a kind has besides the title. */
export const linesOf = (kind: WrittenKind): Readonly<Record<string, Line>> =>
  fieldsOfType<Readonly<Record<string, EditorField>>, "line">(EDITOR_FIELDS[kind], "line");

/** Inputs for an editor's optional line fields. */
export function LineFields({ lines, values, fields }: Props) {
  const typed: Record<string, string | boolean | number | undefined> = values;
  return Object.entries(lines).map(([name, { label, max }]) => (
    <EditorLine
      key={name}
      label={label}
      name={name}
      value={String(typed[name] ?? "")}
      help={`最多 ${max} 个字，可以不填`}
      error={fields[name]}
    />
  ));
}
