import { useId } from "react";
import { Icon } from "#app/components/ui/icon";
import type { FormField } from "#app/contract/form";
import type { FieldAttributes } from "./field-attributes.server";

type Props = {
  field: FormField & { attributes: FieldAttributes };
  value: string | string[] | undefined;
  error: string | undefined;
};

/** One field of a form with its name, its help and what is wrong with it. */
export function FormFieldView({ field, value, error }: Props) {
  const id = useId();
  const described = [field.help ? `${id}-help` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ") || undefined;
  const required = field.attributes.required || field.rules.some((rule) => rule.required);
  const notes = (
    <>
      {field.help ? (
        <p className="field__help" id={`${id}-help`}>
          {field.help}
        </p>
      ) : null}
      {error ? (
        <p className="field__error" id={`${id}-error`}>
          <Icon name="warning" />
          {error}
        </p>
      ) : null}
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
    return (
      <fieldset className="field" aria-describedby={described}>
        <legend className="field__label">{name}</legend>
        <div className="choices">
          {field.options.map((option) => (
            <label key={option.value} className="choice">
              <input
                type={field.type}
                name={field.name}
                value={option.value}
                defaultChecked={chosen.includes(option.value)}
                required={field.type === "radio" && required}
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
      <Control
        field={field}
        id={id}
        value={typeof value === "string" ? value : ""}
        described={described}
        error={error}
      />
      {notes}
    </div>
  );
}

type ControlProps = {
  field: Props["field"];
  id: string;
  value: string;
  described: string | undefined;
  error: string | undefined;
};

function Control({ field, id, value, described, error }: ControlProps) {
  const { step, min, max, pattern, title, ...lengths } = field.attributes;
  const common = {
    id,
    name: field.name,
    className: "input",
    defaultValue: value,
    "aria-describedby": described,
    "aria-invalid": error ? true : undefined,
  };
  if (field.type === "textarea") {
    return <textarea {...common} {...lengths} rows={5} placeholder={field.placeholder || undefined} />;
  }
  if (field.type === "select") {
    return (
      <select {...common} required={lengths.required}>
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
        <input {...common} defaultValue={undefined} type="file" required={lengths.required && !value} />
      </>
    );
  }
  return (
    <input
      {...common}
      {...lengths}
      type={field.type}
      placeholder={field.placeholder || undefined}
      step={step}
      min={min}
      max={max}
      pattern={pattern}
      title={title}
      autoComplete={AUTOCOMPLETE[field.name] ?? "on"}
      inputMode={field.name === "phone" ? "tel" : undefined}
    />
  );
}

/** Names that browsers know how to fill in. */
const AUTOCOMPLETE: Record<string, string> = { email: "email", phone: "tel", name: "name", nickname: "nickname" };
