import { BusinessError } from "#upstream/call/errors";

/** Things that were decided on, and those that were refused. */
type Decisions<P> = { done: P[]; failed: (P & { code: string; message: string })[] };

/** Decides on one thing after the other, each by itself: what one is refused for keeps no other back. */
export async function decideEach<P extends object>(
  items: readonly P[],
  decide: (place: P) => Promise<void>,
): Promise<Decisions<P>> {
  const decisions: Decisions<P> = { done: [], failed: [] };
  for (const item of items) {
    try {
      await decide(item);
      decisions.done.push(item);
    } catch (error) {
      if (!(error instanceof BusinessError)) throw error;
      decisions.failed.push({ ...item, code: error.code, message: refusalOf(error) });
    }
  }
  return decisions;
}

/** Reason that a thing was refused for: of a field that is wrong, its own words, as they stand beside none here. */
function refusalOf({ message, data }: BusinessError): string {
  const { fields = {} } = (data ?? {}) as { fields?: Record<string, string> };
  return Object.values(fields)[0] ?? message;
}
