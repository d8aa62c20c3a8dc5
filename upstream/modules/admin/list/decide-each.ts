import { BusinessError } from "#upstream/call/errors";

/** Items that were decided on, and those that were refused. */
type Decisions<P> = { done: P[]; failed: (P & { code: string; message: string })[] };

/** Decides on items one by one: a refusal does not affect the others. */
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
      decisions.failed.push({ ...item, code: error.code, message: messageOf(error) });
    }
  }
  return decisions;
}

/** Message of a refusal: the field's own error if there is one, since there is no field to show it at here. */
function messageOf({ message, data }: BusinessError): string {
  const { fields = {} } = (data ?? {}) as { fields?: Record<string, string> };
  return Object.values(fields)[0] ?? message;
}
