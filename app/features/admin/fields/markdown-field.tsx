import type { ComponentProps } from "react";
import { TextArea } from "#app/forms/text-area";

type Props = Omit<ComponentProps<typeof TextArea>, "help" | "className"> & { help?: string };

/** Form field for a long Markdown text. */
export function MarkdownField({ help, rows = 16, ...rest }: Props) {
  const note = <>Markdown：# 标题，**粗体**，- 列表，[文字](地址){help ? `；${help}` : ""}</>;
  return <TextArea {...rest} rows={rows} help={note} className="input admin-markdown" />;
}
