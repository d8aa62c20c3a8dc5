import { type ComponentProps, useId } from "react";
import { describedBy, FieldRow } from "#app/components/ui/field-row";

type Props = { label: string; name: string; error?: string | undefined; help?: string } & ComponentProps<"textarea">;

/** Form field for a long Markdown text. */
export function MarkdownField({ label, error, help, rows = 16, ...rest }: Props) {
  const id = useId();
  const note = <>Markdown：# 标题，**粗体**，- 列表，[文字](地址){help ? `；${help}` : ""}</>;
  return (
    <FieldRow id={id} label={label} help={note} error={error}>
      <textarea
        {...rest}
        id={id}
        rows={rows}
        className="input admin-markdown"
        {...describedBy({ id, help: note, error })}
      />
    </FieldRow>
  );
}
