/**
 * Works on each item, also after it failed with others, so that one keeps none of the rest waiting.
 * @throws the first error, after all
 */
export async function eachAlone<T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const errors: unknown[] = [];
  for (const item of items) {
    await work(item).catch((error: unknown) => {
      errors.push(error);
    });
  }
  if (errors.length > 0) throw errors[0];
}
