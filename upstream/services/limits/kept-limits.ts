/** Limits changed by staff, kept in memory because limits are checked within transactions. */
export type KeptLimits = {
  /** Value set by staff; undefined if the default applies. */
  maxOf(limit: string): number | undefined;
  /** Replaces all values. */
  set(values: Readonly<Record<string, number | undefined>>): void;
};

/** Creates an empty set of limits. */
export function createKeptLimits(): KeptLimits {
  let kept: Readonly<Record<string, number | undefined>> = {};
  return {
    maxOf: (limit) => (Object.hasOwn(kept, limit) ? kept[limit] : undefined),
    set(values) {
      kept = values;
    },
  };
}
