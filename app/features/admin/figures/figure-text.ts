import { formatYuan } from "#app/components/ui/format-yuan";
import { FIGURES, type Figure, type FigureKey } from "#app/contract/admin/desk/figure-names";
import { withCommas } from "#app/features/admin/message/message-states";
import { formatBytes } from "#runtime/format-bytes";

/** Formats a duration in a unit, with one decimal if it is small: 3.5 小时, 12 天. */
const lasting = (value: number, unit: string): string =>
  `${value < 10 ? value.toFixed(1).replace(/\.0$/, "") : Math.round(value)} ${unit}`;

/** Formats seconds. */
function duration(seconds: number): string {
  if (seconds < 60) return lasting(seconds, "秒");
  if (seconds < 3_600) return lasting(seconds / 60, "分钟");
  return seconds < 172_800 ? lasting(seconds / 3_600, "小时") : lasting(seconds / 86_400, "天");
}

/** Formats a share: 12.5%. */
export const percent = (part: number): string => `${(part * 100).toFixed(1).replace(/\.0$/, "")}%`;

const WRITTEN: Record<Figure["unit"], (value: number) => string> = {
  count: withCommas,
  fen: formatYuan,
  bytes: formatBytes,
  share: percent,
  milliseconds: (value) => (value < 1_000 ? `${Math.round(value)} 毫秒` : duration(value / 1_000)),
  seconds: duration,
};

/** Formats a figure's value; a dash if it is unknown. */
export const figureText = (key: FigureKey, value: number | null): string =>
  value === null ? "—" : WRITTEN[FIGURES[key].unit](value);
