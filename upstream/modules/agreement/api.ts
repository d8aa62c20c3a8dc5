import { agreementApi } from "#app/contract/people/agreement";
import { JOINING } from "#app/contract/people/agreements";
import { nowIso } from "#upstream/call/context";
import { BusinessError, found } from "#upstream/call/errors";
import { implement } from "#upstream/call/implement";
import { transact } from "#upstream/db/transact";
import { pendingAgreements } from "#upstream/policy/pending-agreements";
import { currentVersions, findVersion, findVersions, versionView } from "./queries";
import { insertConsents } from "./write";

export const agreement = implement(agreementApi, {
  async versions({ params: { key } }, { db, dependsOn }) {
    dependsOn("config");
    const rows = await findVersions(db, [key]);
    const current = rows.find((row) => row.applied_at !== null)?.version;
    return rows.map((row) => versionView(row, current));
  },

  async version({ params: { key, version } }, { db, dependsOn }) {
    dependsOn("config");
    const row = found(await findVersion(db, key, version));
    const [current] = await currentVersions(db, [key]);
    return { ...versionView(row, current?.version), contentHtml: row.content_html };
  },

  async pending({ query: { by } }, call) {
    const pending = await pendingAgreements(call, call.viewer.userId, by);
    if (pending.length === 0) return [];
    const rows = await findVersions(
      call.db,
      pending.map(({ key }) => key),
    );
    return pending.flatMap(({ key, version }) => {
      const row = rows.find((one) => one.key === key && one.version === version);
      return row ? [{ key, version, title: row.title, changes: row.changes, effectiveAt: row.effective_at }] : [];
    });
  },

  agree: ({ body: { agreed } }, call) =>
    transact(call.db, async (trx) => {
      const current = await currentVersions(trx, agreed?.map(({ key }) => key) ?? JOINING);
      const stale = agreed?.some((one) => !current.some((now) => now.key === one.key && now.version === one.version));
      if (stale) throw new BusinessError("CONFLICT", "协议刚刚又有了新版本，请再看一遍");
      const { userId } = call.viewer;
      await insertConsents(trx, { userId, at: nowIso(call), address: call.client.ip }, current);
      return null;
    }),
});
