/** Limits that staff have changed, in the memory of this process: a limit is asked about within transactions. */
export type KeptLimits = {
  /** Number that staff have set it to; undefined where the default holds. */
  maxOf(limit: string): number | undefined;
  /** Takes the place of all that was set before. */
  set(values: Readonly<Record<string, number | undefined>>): void;
};

/** None yet. */
export function createKeptLimits(): KeptLimits {
  let kept: Readonly<Record<string, number | undefined>> = {};
  return {
    maxOf: (limit) => (Object.hasOwn(kept, limit) ? kept[limit] : undefined),
    set(values) {
      kept = values;
    },
  };
}
