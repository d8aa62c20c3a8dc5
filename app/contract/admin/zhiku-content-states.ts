/** States of a document of zhiku: never published, on the site, off it for now, or taken away. */
export const zhikuContentStates = ["draft", "public", "hidden", "removed"] as const;
export type ZhikuContentState = (typeof zhikuContentStates)[number];
