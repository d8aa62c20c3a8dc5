import { formatBytes } from "#app/components/ui/format-bytes";
import { formatYuan } from "#app/components/ui/format-yuan";
import { FIGURES, type Figure, type FigureKey } from "#app/contract/admin/figure-names";
import { withCommas } from "./message-states";

/** So many of a unit, to one digit behind the point where it is small: 3.5 小时, 12 天. */
const lasting = (value: number, unit: string): string =>
  `${value < 10 ? value.toFixed(1).replace(/\.0$/, "") : Math.round(value)} ${unit}`;

/** Seconds as people say them. */
function duration(seconds: number): string {
  if (seconds < 60) return lasting(seconds, "秒");
  if (seconds < 3_600) return lasting(seconds / 60, "分钟");
  return seconds < 172_800 ? lasting(seconds / 3_600, "小时") : lasting(seconds / 86_400, "天");
}

/** A share as people write it: 12.5%. */
export const percent = (part: number): string => `${(part * 100).toFixed(1).replace(/\.0$/, "")}%`;

const WRITTEN: Record<Figure["unit"], (value: number) => string> = {
  count: withCommas,
  fen: formatYuan,
  bytes: formatBytes,
  share: percent,
  milliseconds: (value) => (value < 1_000 ? `${Math.round(value)} 毫秒` : duration(value / 1_000)),
  seconds: duration,
};

/** A value of a figure as people read it; a dash where nothing is known. */
export const figureText = (key: FigureKey, value: number | null): string =>
  value === null ? "—" : WRITTEN[FIGURES[key].unit](value);
