/**
 * Writes each batch when the next one has begun, so that other threads render the next while this one writes.
 * @param write waits for a batch, and writes it
 */
export function oneAhead<T>(write: (begun: T) => Promise<void>) {
  let begun: T[] = [];
  const settle = async () => {
    const all = begun;
    begun = [];
    for (const one of all) await write(one);
  };
  return {
    /** Adds a batch, and writes the previous one. */
    async add(next: T): Promise<void> {
      await settle();
      begun = [next];
    },
    /** Writes the last batch. */
    settle,
  };
}
