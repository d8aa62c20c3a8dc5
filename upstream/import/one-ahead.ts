/**
 * Writes what was begun, each when the next is begun too: other threads make the next while this one writes.
 * @param write finishes what was begun, and writes it
 */
export function oneAhead<T>(write: (begun: T) => Promise<void>) {
  let begun: T[] = [];
  const settle = async () => {
    const all = begun;
    begun = [];
    for (const one of all) await write(one);
  };
  return {
    /** Adds what was begun, and writes what was begun before it. */
    async add(next: T): Promise<void> {
      await settle();
      begun = [next];
    },
    /** Writes what is begun. */
    settle,
  };
}
