/** Read-only mode of the site, kept in memory, with the message for members. */
export type ReadOnly = {
  /** Message for members; empty if the site is writable. */
  sentence(): string;
  isOn(): boolean;
  set(sentence: string): void;
};

/** Creates the read-only switch; initially the site is writable. */
export function createReadOnly(): ReadOnly {
  let kept = "";
  return {
    sentence: () => kept,
    isOn: () => kept !== "",
    set(sentence) {
      kept = sentence;
    },
  };
}
