import { useId } from "react";
import { EDITOR_FIELDS, type EditorField, fieldsOfType, type WrittenKind } from "#app/contract/writing/editor-fields";
import { FieldNote } from "./field-note";
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
  const id = useId();
  const typed: Record<string, string | boolean | number | undefined> = values;
  return Object.entries(lines).map(([name, { label, max }]) => (
    <div className="field" key={name}>
      <label className="field__label" htmlFor={`${id}-${name}`}>
        {label}
      </label>
      <input
        id={`${id}-${name}`}
        name={name}
        className="input"
        defaultValue={String(typed[name] ?? "")}
        autoComplete="off"
        aria-describedby={`${id}-${name}-note`}
        {...(fields[name] ? { "aria-invalid": true } : {})}
      />
      <FieldNote id={`${id}-${name}-note`} help={`最多 ${max} 个字，可以不填`} error={fields[name]} />
    </div>
  ));
}
