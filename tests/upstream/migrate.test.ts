import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { KyselyPlugin } from "kysely";
import { afterAll, expect, test } from "vitest";
import { connect } from "#upstream/db/dialect";
import { migrate } from "#upstream/db/migrate";
import { migrations } from "#upstream/db/migrations";

const folder = mkdtempSync(join(tmpdir(), "shequ-migrate-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Ends the work of a connection at its statement number `at`. */
function endsAt(at: number): KyselyPlugin {
  let statements = 0;
  return {
    transformQuery({ node }) {
      statements += 1;
      if (statements === at) throw new Error("the process ends here");
      return node;
    },
    transformResult: async ({ result }) => result,
  };
}

test.each([5, 20, 60, 100])("migrations that end at statement %i are all made at the next start", async (at) => {
  const database = { kind: "sqlite" as const, file: join(folder, `${at}.db`) };
  const first = await connect(database);
  await expect(migrate({ ...first, db: first.db.withPlugin(endsAt(at)) })).rejects.toThrow("the process ends here");
  await first.close();
  const second = await connect(database);
  expect(await migrate(second)).toEqual(Object.keys(migrations).sort());
  expect(await migrate(second)).toEqual([]);
  await second.close();
});
