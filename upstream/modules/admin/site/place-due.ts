import type { Services } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import { transact } from "#upstream/db/transact";
import { findSetting, type Setting, updateSetting } from "#upstream/modules/config/settings";
import { appendToAuditLog, lockAuditLog } from "#upstream/policy/audit-log";

const PLACES = ["banner", "poster"] as const;

/**
 * Shows and hides banners and posters at their times by the database's clock, with a log entry per place. Of concurrent
 * processes, one does it.
 * @returns how many appeared or disappeared
 */
export async function placeDuePictures(services: Services): Promise<number> {
  const { db } = services;
  const now = (await services.databaseClock()).toISOString();
  const isOver = ({ endsAt }: Setting<"banner">[number]): boolean => Boolean(endsAt && endsAt <= now);
  const hasCome = ({ startsAt }: Setting<"banner">[number]): boolean => Boolean(startsAt && startsAt <= now);
  let changed = 0;
  for (const key of PLACES) {
    const { value, version } = await findSetting(db, key);
    const over = value.filter(isOver).length;
    const come = value.filter((picture) => hasCome(picture) && !isOver(picture)).length;
    if (over + come === 0) continue;
    const left = value.flatMap(({ startsAt, ...picture }) =>
      isOver(picture)
        ? []
        : [hasCome({ startsAt, ...picture }) ? picture : { ...picture, ...(startsAt && { startsAt }) }],
    );
    const placed = transact(db, async (trx) => {
      await lockAuditLog(trx);
      const after = { value: left, version: await updateSetting(trx, services, { key, value: left, version }) };
      await appendToAuditLog(trx, {
        at: now,
        actorId: null,
        via: "schedule",
        roles: [],
        action: "site.put",
        kind: "site",
        target: key,
        before: { value, version },
        after,
        reason: over === 0 ? "到了定好的出现时间" : come === 0 ? "到了定好的撤下时间" : "到了定好的出现与撤下时间",
      });
      return over + come;
    });
    changed += await placed.catch((error: unknown) => {
      // Another process, or a staff member, was faster; the rest is done in the next run.
      if (error instanceof BusinessError && error.code === "CONFLICT") return 0;
      throw error;
    });
  }
  return changed;
}
