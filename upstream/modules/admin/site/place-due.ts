import type { Services } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { findSetting, type Setting, updateSetting } from "#upstream/modules/config/settings";
import { bySchedule, loggedWrite, type Note } from "#upstream/policy/logged-write";

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
    const place = async (trx: Db, note: Note) => {
      const after = { value: left, version: await updateSetting(trx, services, { key, value: left, version }) };
      const reason = over === 0 ? "到了定好的出现时间" : come === 0 ? "到了定好的撤下时间" : "到了定好的出现与撤下时间";
      note({ action: "site.put", kind: "site", target: key, before: { value, version }, after, reason });
    };
    try {
      await loggedWrite(db, place, { by: () => bySchedule(now) });
      changed += over + come;
    } catch (error) {
      // If another process, or a staff member, was faster, the rest is done in the next run.
      if (!(error instanceof BusinessError && error.code === "CONFLICT")) throw error;
    }
  }
  return changed;
}
