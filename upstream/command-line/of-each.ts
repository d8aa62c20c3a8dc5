import { DECIDED_MAX } from "#app/contract/admin/rule";
import { type CommandInput, Report } from "./command";

/** Results of a bulk decision. */
type Decided<Done, Failed> = { done: Done[]; failed: (Failed & { code: string; message: string })[] };

/**
 * Decides on items, in batches as large as a call accepts, and reports the result of each: a refusal does not affect
 * the others.
 * @param nameOf returns the name of a refused item
 */
export async function ofEach<Item, Done, Failed>(
  { flags, tell }: Pick<CommandInput, "flags" | "tell">,
  items: readonly Item[],
  decide: (some: Item[]) => Promise<Decided<Done, Failed>>,
  nameOf: (one: Failed) => string,
): Promise<Report> {
  const all: Decided<Done, Failed> = { done: [], failed: [] };
  for (let from = 0; from < items.length; from += DECIDED_MAX) {
    const { done, failed } = await decide(items.slice(from, from + DECIDED_MAX));
    all.done.push(...done);
    all.failed.push(...failed);
    if (items.length > DECIDED_MAX) tell?.(`${Math.min(from + DECIDED_MAX, items.length)}/${items.length}`);
  }
  const { done, failed } = all;
  const lines = [`${flags?.dryRun ? "会完成" : "完成"} ${done.length} 份`];
  for (const one of failed) lines.push(`${nameOf(one)}：${one.message}`);
  return new Report(lines.join("\n"), { done, failed }, failed.length > 0);
}
