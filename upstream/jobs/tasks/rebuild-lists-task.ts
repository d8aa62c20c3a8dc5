import type { Db } from "#upstream/db/dialect";
import { peopleWithLongLists, rebuildOwnListsOf } from "#upstream/db/lists/own-list-anchors";
import { rebuildSiteLists } from "#upstream/db/lists/rebuild-lists";
import { transact } from "#upstream/db/transact";
import { tryOut } from "#upstream/policy/staff-write";
import { resultOf, type Task } from "./task";

const PEOPLE = 100;

/** Recounts all lists and reports those with a wrong total. */
export const rebuildListsTask: Task = async ({ db }, { dryRun, progress }) => {
  const once = async (trx: Db) => {
    const before = await totals(trx);
    await rebuildSiteLists(trx);
    const after = await totals(trx);
    return [...new Set([...before.keys(), ...after.keys()])]
      .filter((list) => (before.get(list) ?? 0) !== (after.get(list) ?? 0))
      .map((list) => `列表 ${list}：${before.get(list) ?? 0} → ${after.get(list) ?? 0}`);
  };
  await progress(0, null);
  const wrong = await (dryRun ? tryOut(db, once) : transact(db, once, Number.POSITIVE_INFINITY));
  let people = 0;
  for (let after = 0; !dryRun; ) {
    const next = await peopleWithLongLists(db, after, PEOPLE);
    for (const userId of next) await transact(db, (trx) => rebuildOwnListsOf(trx, userId));
    people += next.length;
    await progress(people, null);
    if (next.length < PEOPLE) break;
    after = next.at(-1) ?? 0;
  }
  if (wrong.length === 0) return resultOf("列表都是对的", []);
  return resultOf(`${dryRun ? "会改正" : "已改正"} ${wrong.length} 个列表`, wrong);
};

async function totals(db: Db): Promise<Map<string, number>> {
  const rows = await db.selectFrom("list_totals").select(["list", "total"]).execute();
  return new Map(rows.map(({ list, total }) => [list, Number(total)]));
}
