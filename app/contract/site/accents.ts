/** Accent colours a site can have; each hue is in `styles/tokens.css`. The first is the default. */
export const ACCENTS = {
  green: "墨绿",
  teal: "青",
  blue: "蓝",
  indigo: "靛蓝",
  violet: "紫",
  rose: "玫红",
  red: "朱红",
  brown: "赭",
  slate: "石墨",
} as const;

export type Accent = keyof typeof ACCENTS;
/** Names of the accent colours, in the order they are offered. */
export const accents = Object.keys(ACCENTS) as [Accent, ...Accent[]];
