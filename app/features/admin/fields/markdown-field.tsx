import { type ComponentProps, useId } from "react";
import { FieldError } from "#app/components/ui/field-error";

type Props = { label: string; name: string; error?: string | undefined; help?: string } & ComponentProps<"textarea">;

/** Form field for a long Markdown text. */
export function MarkdownField({ label, error, help, rows = 16, ...rest }: Props) {
  const id = useId();
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      <textarea
        {...rest}
        id={id}
        rows={rows}
        className="input admin-markdown"
        {...(error ? { "aria-invalid": true } : {})}
        aria-describedby={error ? `${id}-error ${id}-help` : `${id}-help`}
      />
      <FieldError id={`${id}-error`} message={error} />
      <p className="field__help" id={`${id}-help`}>
        Markdown：# 标题，**粗体**，- 列表，[文字](地址){help ? `；${help}` : ""}
      </p>
    </div>
  );
}
