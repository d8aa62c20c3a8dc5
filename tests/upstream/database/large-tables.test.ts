import { afterAll, beforeAll, expect, test } from "vitest";
import { adminReportApi } from "#app/contract/admin/review/report";
import { auditApi } from "#app/contract/admin/system/audit";
import { consoleApi } from "#app/contract/admin/system/console";
import { adminStartApi } from "#app/contract/admin/system/start";
import { adminUserApi } from "#app/contract/admin/user/user";
import { adminOrderApi } from "#app/contract/admin/zhiku/order";
import { trashApi } from "#app/contract/writing/trash";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { scansOf, statementsOf } from "#tests/upstream/support/table-scans";
import { writersOfEveryKind } from "#tests/upstream/support/writers-of-every-kind";
import { transact } from "#upstream/db/transact";
import { settleTimes } from "#upstream/jobs/settle-times";
import { exportPerson } from "#upstream/modules/account/export";
import { expireUploads } from "#upstream/modules/upload/expire";
import { deleteUser, forgetLate } from "#upstream/modules/user/delete-user";

let upstream: TestUpstream;
/** Token of an owner. */
let token: string;
let author: number;
let article: number;
beforeAll(async () => {
  upstream = await createTestUpstream();
  token = await staffToken(upstream, await addStaff(upstream, "owner"));
  author = await upstream.addUser("作者", "8613900000001");
  const reader = await upstream.addUser("读者", "8613900000002");
  const write = writersOfEveryKind(upstream, { author, reader });
  for (const kind of ["question", "answer", "comment"] as const) await write[kind]();
  article = await write.article();
});
afterAll(() => upstream.close());

type Work = {
  run: () => Promise<unknown>;
  /** Tables that a list of all their rows walks in its order, or counts. */
  walked?: string[];
};

/** Work that must not cost more because others have written much. */
const WORK: Record<string, Work> = {
  "the open items of the set-up checklist": {
    run: () => upstream.call(adminStartApi.get, { query: { only: "open" } }, { token }),
  },
  "the menu's counts": { run: () => upstream.call(consoleApi.overview, {}, { token }) },
  "somebody's removed texts": { run: () => upstream.call(trashApi.removed, {}, { as: author }) },
  "the console's page of a reported text": {
    run: () => upstream.call(adminReportApi.get, { params: { kind: "article", id: article } }, { token }),
  },
  "the log": {
    run: () => upstream.call(auditApi.list, {}, { token }),
    walked: ["audit_log"],
  },
  "the log of an action": { run: () => upstream.call(auditApi.list, { query: { action: "report.keep" } }, { token }) },
  "the log of a day": {
    run: () => upstream.call(auditApi.list, { query: { from: "2026-05-01", to: "2026-05-01" } }, { token }),
  },
  "a member's orders": {
    run: async () => {
      await upstream.call(adminOrderApi.list, { query: { member: String(author) } }, { token });
      await upstream.call(adminOrderApi.list, { query: { member: "13900000001" } }, { token });
    },
  },
  "counting all orders": {
    run: () => upstream.call(adminOrderApi.list, {}, { token }),
    walked: ["zhiku_orders"],
  },
  "expiring uploads": { run: () => expireUploads(upstream.services) },
  "setting back times": { run: () => settleTimes(upstream.services) },
  "the console's page of a member": {
    run: () => upstream.call(adminUserApi.get, { params: { id: author } }, { token }),
  },
  "clearing a spammer's texts": {
    run: () => upstream.call(adminUserApi.purge, { body: { userId: author, reason: "广告", dryRun: true } }, { token }),
  },
  "an export": {
    run: () => new Response(exportPerson(upstream.services.db, author, "2026-05-01T00:00:00.000Z")).text(),
  },
  "closing an account": {
    run: () => transact(upstream.services.db, (trx) => deleteUser(trx, upstream.services, author)),
  },
  "looking again at closed accounts": { run: () => forgetLate(upstream.services) },
};

test.each(Object.entries(WORK))("%s reads no large table as a whole", async (_, { run, walked = [] }) => {
  const statements = await statementsOf(upstream, run);
  expect(statements).not.toEqual([]);
  const found: [scan: string, statement: string][] = [];
  for (const text of statements) {
    const scans = (await scansOf(upstream, text)).filter((scan) => !walked.includes(scan.replace(/ by .*/, "")));
    if (scans.length > 0) found.push([scans.join(), text]);
  }
  expect(found).toEqual([]);
});
