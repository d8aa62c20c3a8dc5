/** Colours that the site's own can be; each has its hue in `styles/tokens.css`. The first is that of a site that chose none. */
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
/** Their names, in the order in which they are offered. */
export const accents = Object.keys(ACCENTS) as [Accent, ...Accent[]];
