import type { Services } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import { transact } from "#upstream/db/transact";
import { findSetting, type Setting, updateSetting } from "#upstream/modules/config/settings";
import { appendToAuditLog } from "#upstream/policy/audit-log";

const PLACES = ["banner", "poster"] as const;

/**
 * Takes banners and posters away when their time has come, by the database's own clock, with a row of the log for each
 * place. Of processes that come to it at once one does it.
 * @returns how many went
 */
export async function removeDuePictures(services: Services): Promise<number> {
  const { db } = services;
  const now = (await services.databaseClock()).toISOString();
  const isOver = ({ endsAt }: Setting<"banner">[number]): boolean => Boolean(endsAt && endsAt <= now);
  let gone = 0;
  for (const key of PLACES) {
    const { value, version } = await findSetting(db, key);
    const left = value.filter((picture) => !isOver(picture));
    if (left.length === value.length) continue;
    const taken = transact(db, async (trx) => {
      const after = { value: left, version: await updateSetting(trx, services, { key, value: left, version }) };
      await appendToAuditLog(trx, {
        ...{ at: now, actorId: null, via: "schedule", roles: [] },
        ...{ action: "site.put", kind: "site", target: key, before: { value, version }, after },
        reason: "到了定好的撤下时间",
      });
      return value.length - left.length;
    });
    gone += await taken.catch((error: unknown) => {
      // Another process, or somebody of the staff, was faster; what is left to do is done the next time.
      if (error instanceof BusinessError && error.code === "CONFLICT") return 0;
      throw error;
    });
  }
  return gone;
}
