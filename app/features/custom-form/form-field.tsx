import type { AriaAttributes } from "react";
import { FieldError } from "#app/components/ui/field-error";
import type { FormField } from "#app/contract/content/form";
import { TypedArea } from "#app/forms/typed-area";
import type { FieldAttributes } from "./field-attributes.server";

/** A field with those of its rules that browsers check without scripts. */
export type ShownField = FormField & {
  attributes: FieldAttributes;
  /** Value to begin with. */
  value: string | undefined;
};

type Props = {
  field: ShownField;
  value: string | string[] | undefined;
  error: string | undefined;
};

/** Id of the element that a field's error refers to; of a group, the first choice. */
export const fieldId = (name: string): string => `field-${name}`;

/** A field of a form with its label, help and error. */
export function FormFieldView({ field, value, error }: Props) {
  const id = fieldId(field.name);
  const described = [field.help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(" ") || undefined;
  const told = { "aria-describedby": described, "aria-invalid": error ? true : undefined };
  const required = field.rules.some((rule) => rule.required);
  const notes = (
    <>
      {field.help ? (
        <p className="field__help" id={`${id}-help`}>
          {field.help}
        </p>
      ) : null}
      <FieldError id={`${id}-error`} message={error} />
    </>
  );
  const name = (
    <>
      {field.label}
      {required ? <span className="field__required">必填</span> : null}
    </>
  );
  if (field.type === "radio" || field.type === "checkbox") {
    const chosen = Array.isArray(value) ? value : [value];
    const radio = field.type === "radio";
    // A radio group can be marked invalid itself, of checkboxes only each one.
    return (
      <fieldset className="field" {...(radio ? { role: "radiogroup", ...told } : null)}>
        <legend className="field__label">{name}</legend>
        <div className="choices">
          {field.options.map((option, at) => (
            <label key={option.value} className="choice">
              <input
                id={at === 0 ? id : undefined}
                type={field.type}
                name={field.name}
                value={option.value}
                defaultChecked={chosen.includes(option.value)}
                required={radio && required}
                {...(radio ? null : told)}
              />
              {option.label}
            </label>
          ))}
        </div>
        {notes}
      </fieldset>
    );
  }
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {name}
      </label>
      <Control field={field} id={id} value={typeof value === "string" ? value : ""} told={told} />
      {notes}
    </div>
  );
}

type ControlProps = {
  field: ShownField;
  id: string;
  value: string;
  /** ARIA attributes for the help and the error. */
  told: AriaAttributes;
};

function Control({ field, id, value, told }: ControlProps) {
  const { attributes } = field;
  const common = {
    id,
    name: field.name,
    className: "input",
    defaultValue: value,
    ...told,
  };
  if (field.type === "textarea") {
    return <TypedArea {...common} {...attributes} rows={5} placeholder={field.placeholder || undefined} />;
  }
  if (field.type === "select") {
    return (
      <select {...common} required={attributes.required}>
        <option value="">{field.placeholder || "请选择"}</option>
        {field.options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    );
  }
  if (field.type === "file") {
    return (
      <>
        {value ? (
          <p className="field__help">
            <input type="hidden" name={field.name} value={value} />
            文件已上传；重新选择会替换它
          </p>
        ) : null}
        <input {...common} defaultValue={undefined} type="file" required={attributes.required && !value} />
      </>
    );
  }
  return (
    <input
      {...common}
      type={field.type}
      placeholder={field.placeholder || undefined}
      {...attributes}
      autoComplete={AUTOCOMPLETE[field.name] ?? "on"}
      inputMode={field.name === "phone" ? "tel" : undefined}
    />
  );
}

/** Autocomplete values for well-known field names. */
const AUTOCOMPLETE: Record<string, string> = { email: "email", phone: "tel", name: "name", nickname: "nickname" };
