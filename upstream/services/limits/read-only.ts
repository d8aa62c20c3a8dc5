/** Sentence by which members read that nothing can be written now, in the memory of this process. */
export type ReadOnly = {
  /** Empty where all is as usual. */
  sentence(): string;
  set(sentence: string): void;
};

/** Makes the switch by which a site is read only, open at first. */
export function createReadOnly(): ReadOnly {
  let kept = "";
  return {
    sentence: () => kept,
    set(sentence) {
      kept = sentence;
    },
  };
}
