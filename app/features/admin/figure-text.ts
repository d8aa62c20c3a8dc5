import { formatBytes } from "#app/components/ui/format-bytes";
import { formatYuan } from "#app/components/ui/format-yuan";
import { FIGURES, type FigureKey } from "#app/contract/admin/figure-names";
import { withCommas } from "./message-states";

/** A value of a figure as people read it; a dash where nothing is known. */
export function figureText(key: FigureKey, value: number | null): string {
  if (value === null) return "—";
  const { unit } = FIGURES[key];
  if (unit === "bytes") return formatBytes(value);
  if (unit === "count") return withCommas(value);
  return formatYuan(value);
}
