import { afterAll, beforeAll, expect, test } from "vitest";
import { auditApi } from "#app/contract/admin/system/audit";
import { DANGEROUS } from "#app/contract/permissions";
import { changedFields } from "#app/features/admin/fields/changed-fields.server";
import { describeAction } from "#app/features/admin/log/action-names";
import { expectConsistent } from "#tests/upstream/support/consistency";
import { undoneState } from "#tests/upstream/support/database-state";
import { CONTENT_SAMPLES } from "./undo-samples/content-samples";
import { PEOPLE_SAMPLES } from "./undo-samples/people-samples";
import { SITE_SAMPLES } from "./undo-samples/site-samples";
import { createUndoWorld, type UndoSample, type UndoWorld } from "./undo-samples/undo-world";

const SAMPLES: Record<string, UndoSample> = { ...SITE_SAMPLES, ...CONTENT_SAMPLES, ...PEOPLE_SAMPLES };

let world: UndoWorld;
beforeAll(async () => {
  world = await createUndoWorld();
});
afterAll(() => world.close());

type State = Awaited<ReturnType<typeof undoneState>>;

/** All significant rows. */
async function state(): Promise<State> {
  const { list_totals = [], tags = [], ...tables } = await undoneState(world.upstream.services.db);
  const totals = list_totals.map((row) => JSON.parse(row) as { list: string; total: number });
  return {
    ...tables,
    // An empty list, and an unused tag, may have a row or none. The newest key that ever joined a list is where
    // counting begins, whether its item still exists or not.
    list_totals: totals.flatMap(({ list, total }) => (total > 0 ? [JSON.stringify({ list, total })] : [])),
    tags: tags.filter((row) => !/"total":0,"hidden_at":null,"alias_of":null,"ruled_key":null/.test(row)),
  };
}

/** Rows without those that an undo may leave changed. */
function without(state: State, stays: UndoSample["stays"] = {}): State {
  const rows = Object.entries(state).filter(([table]) => !(table in stays));
  return Object.fromEntries(
    rows.map(([table, texts]) => {
      const columns = Object.keys(stays).flatMap((key) => (key.startsWith(`${table}.`) ? [key.split(".")[1]] : []));
      const kept = texts.map((text) => {
        const cells = Object.entries(JSON.parse(text) as Record<string, unknown>);
        return JSON.stringify(Object.fromEntries(cells.filter(([column]) => !columns.includes(column))));
      });
      return [table, kept.sort()];
    }),
  );
}

/** Tables whose rows differ. */
const changedTables = (before: State, after: State): string[] =>
  Object.keys(after).filter((table) => JSON.stringify(before[table]) !== JSON.stringify(after[table]));

test("each action that can be undone has a sample", () => {
  expect(Object.keys(SAMPLES).sort()).toEqual([...world.upstream.services.undos.keys()].sort());
});

test.each(Object.keys(SAMPLES).sort())(
  "%s adds one row to the log, and its undo restores the database",
  async (action) => {
    const { prepare, stays } = SAMPLES[action] as UndoSample;
    const { db } = world.upstream.services;
    await world.pass();
    const write = await prepare(world);
    await world.pass();
    const before = await state();
    const { id: newest } = await world.lastEntry();

    await write();
    const dangerous = DANGEROUS.has(world.required());
    const entry = await world.lastEntry();
    expect(entry).toMatchObject({ action, id: newest + 1, undoable: true });
    const done = await state();
    expect(changedTables(before, done)).not.toEqual([]);
    const written = await world.staff(auditApi.get, { params: { id: entry.id } });
    // Changes have labels that people know, not only the data for the undo.
    expect(changedFields(written.kind, written.before, written.after).filter(({ kept }) => !kept)).not.toEqual([]);
    expect(describeAction(entry)).not.toMatch(/[a-z]\.[a-z]/);

    await world.pass();
    const undo = () => world.staff(auditApi.undo, { body: { id: entry.id, reason: "看错了" } });
    if (dangerous) {
      await expect(world.unproven(undo)).rejects.toMatchObject({ code: "SUDO_REQUIRED" });
      expect(await state()).toEqual(done);
      await undo();
    } else await world.unproven(undo);
    const after = await state();
    const [wanted, found] = [without(before, stays), without(after, stays)];
    for (const table of changedTables(wanted, found)) expect.soft(found[table], table).toEqual(wanted[table]);
    // An exception must really differ, or it is too broad.
    const touched = Object.keys(stays ?? {}).filter((key) => {
      const [table = "", column] = key.split(".");
      const cells = (state: State) =>
        column
          ? (state[table] ?? []).map((row) => JSON.stringify([JSON.parse(row).id, JSON.parse(row)[column]])).sort()
          : state[table];
      return JSON.stringify(cells(before)) === JSON.stringify(cells(after));
    });
    expect(touched, "is as before, too").toEqual([]);
    await expectConsistent(db);
    await expect(world.staff(auditApi.undo, { body: { id: entry.id } })).rejects.toMatchObject({ code: "CONFLICT" });
  },
);
