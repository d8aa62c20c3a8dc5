/** Sentence with the reason that staff gave, with or without a full stop. */
export const becauseOf = (reason: string): string => `原因：${reason.replace(/。$/, "")}。`;
