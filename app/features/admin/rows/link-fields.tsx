import { TextField } from "#app/components/ui/text-field";
import type { RowField } from "./row-list";

/** Form fields for a link in a row: its label and URL. */
export function LinkFields({ field }: { field: RowField<"label" | "href"> }) {
  return (
    <>
      <TextField label="文字" {...field("label")} />
      <TextField label="链接" {...field("href")} inputMode="url" help="本站的页面以 / 开头，或完整地址" />
    </>
  );
}
