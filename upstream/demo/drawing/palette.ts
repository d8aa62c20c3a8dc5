/** Colours of charts and diagrams, on paper that suits a light and a dark page. */
export const INK = "#2b3040";
/** Colour of secondary text. */
export const MUTED = "#8a90a0";
/** Colour of bars that stand for text. */
export const FAINT = "#d9dce3";
/** Colour of the lines behind a chart. */
export const GRID = "#eceef2";
/** Background colour of a picture. */
export const PAPER = "#fbfbfa";
/** Colour of cards. */
export const WHITE = "#ffffff";
/** Primary colour. */
export const BLUE = "#3b6fe0";
/** Colour of a series. */
export const TEAL = "#17a398";
/** Colour of a series, and for emphasis. */
export const AMBER = "#f0a431";
/** Colour of a series, and for failures. */
export const CORAL = "#ee6c5a";
/** Colour of a series. */
export const VIOLET = "#7d63d8";
/** Colour of a series, and for successes. */
export const GREEN = "#4ba869";
/** Colours of a chart's series, in order. */
export const SERIES = [BLUE, AMBER, TEAL, VIOLET, CORAL, GREEN] as const;

/** Five tones of one topic, from darkest to lightest, and a contrasting one. */
export type Tones = { tones: readonly [string, string, string, string, string]; accent: string };

const TOPICS: Record<string, Tones> = {
  product: { tones: ["#1d2a5e", "#34479b", "#5b74d6", "#a9b8f0", "#e6ebfc"], accent: "#ffb35c" },
  operations: { tones: ["#5b2413", "#b04a22", "#e97b43", "#f7b98f", "#fdebdd"], accent: "#ffd166" },
  engineering: { tones: ["#0d2f3a", "#14566a", "#2a8ba3", "#8fcbd8", "#e0f2f5"], accent: "#ff8a66" },
  data: { tones: ["#2a1f57", "#4b3a94", "#7d67cf", "#bcaeee", "#efebfc"], accent: "#4fd0b5" },
  design: { tones: ["#5a1a3c", "#a63a6d", "#e0719f", "#f5b7cd", "#fdebf1"], accent: "#5a7bd8" },
  writing: { tones: ["#3f2f1e", "#7d5f3a", "#c39a62", "#e6cfa8", "#f8f0e0"], accent: "#c2553f" },
  career: { tones: ["#173d2b", "#2b6b4a", "#57a877", "#aad8b9", "#e7f5eb"], accent: "#f2a54a" },
  management: { tones: ["#1b2436", "#35486b", "#6480ad", "#b1c1dc", "#e8edf6"], accent: "#e0b04c" },
  saas: { tones: ["#16285a", "#27509f", "#4f87da", "#a5c6f1", "#e5f0fc"], accent: "#f4a259" },
  retail: { tones: ["#5c1520", "#ad2f3c", "#e4646a", "#f5b1b0", "#fdeae8"], accent: "#ffd08a" },
  finance: { tones: ["#14322f", "#22615a", "#3f9c8f", "#9dd3c9", "#e3f4f1"], accent: "#e3b23c" },
  education: { tones: ["#4d3706", "#a0750f", "#e0ab2b", "#f3d788", "#fdf5dc"], accent: "#4c6fd1" },
  health: { tones: ["#0f3b45", "#1b7280", "#43b0b5", "#a5dedd", "#e4f6f5"], accent: "#f27f72" },
  manufacturing: { tones: ["#262a31", "#4b5462", "#7d8a9c", "#bcc5d1", "#ebeef2"], accent: "#f28f3b" },
  activity: { tones: ["#3a1c5c", "#6b3aa0", "#a06fd6", "#d2b8f0", "#f4ecfc"], accent: "#ffc857" },
};

/** Colours of a classification, case or activity; those of `product` for an unknown name. */
export const tonesOf = (topic: string): Tones =>
  Object.hasOwn(TOPICS, topic) ? (TOPICS[topic] as Tones) : (TOPICS.product as Tones);
