/** States of a document of zhiku: never published, public, hidden, or removed. */
export const zhikuContentStates = ["draft", "public", "hidden", "removed"] as const;
export type ZhikuContentState = (typeof zhikuContentStates)[number];
