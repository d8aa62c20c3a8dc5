import type { Db } from "#upstream/db/dialect";
import { rebuildListsInTurn, rebuildSiteLists } from "#upstream/db/lists/rebuild-lists";
import { tryOut } from "#upstream/policy/logged-write";
import { resultOf, type Task } from "./task";

/** Recounts all lists and reports those with a wrong total. */
export const rebuildListsTask: Task = async ({ db, connection }, { dryRun, progress }) => {
  const once = async (trx: Db) => {
    const before = await totals(trx);
    await rebuildSiteLists(trx);
    const after = await totals(trx);
    return [...new Set([...before.keys(), ...after.keys()])]
      .filter((list) => (before.get(list) ?? 0) !== (after.get(list) ?? 0))
      .map((list) => `列表 ${list}：${before.get(list) ?? 0} → ${after.get(list) ?? 0}`);
  };
  await progress(0, null);
  const wrong = dryRun
    ? await connection.unlimited((unlimited) => tryOut(unlimited, once))
    : await rebuildListsInTurn({ db, connection }, once, (people) => progress(people, null));
  if (wrong.length === 0) return resultOf("列表都是对的", []);
  return resultOf(`${dryRun ? "会改正" : "已改正"} ${wrong.length} 个列表`, wrong);
};

async function totals(db: Db): Promise<Map<string, number>> {
  const rows = await db.selectFrom("list_totals").select(["list", "total"]).execute();
  return new Map(rows.map(({ list, total }) => [list, Number(total)]));
}
