import { useId } from "react";
import { EDITOR_FIELDS, type EditorField, fieldsOfType, type WrittenKind } from "#app/contract/editor-fields";
import { FieldNote } from "./field-note";
import type { EditorValues } from "./model/editor-values";

type Line = Extract<EditorField, { type: "line" }>;
type Props = {
  /** The lines by their names in the form. */
  lines: Readonly<Record<string, Line>>;
  values: Partial<EditorValues>;
  /** Reasons of a refusal, by name. */
  fields: Record<string, string>;
};

/** Lines that the editor of a kind has beside its title. */
export const linesOf = (kind: WrittenKind): Readonly<Record<string, Line>> =>
  fieldsOfType<Readonly<Record<string, EditorField>>, "line">(EDITOR_FIELDS[kind], "line");

/** Inputs of an editor for lines that may be left empty. */
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
