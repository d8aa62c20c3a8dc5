import type { AuditAction, AuditKind } from "#app/contract/admin/system/audit-actions";
import type { StaffCall } from "#upstream/call/context";
import { undo } from "#upstream/call/undo";
import {
  findSetting,
  type Setting,
  type SettingKey,
  unsetSetting,
  updateSetting,
} from "#upstream/modules/config/settings";
import { changedSince } from "#upstream/policy/changed-since";
import { staffWrite } from "#upstream/policy/staff-write";

/** State of a setting, as logged. */
type Kept = { value: unknown; version: number };

/** Names under which it is logged; the noun undoes `action` by `undoSetting`. */
type Logged = { action: AuditAction; kind: AuditKind };

/**
 * Changes a setting if it still has the given version, and logs it.
 * @throws BusinessError CONFLICT if somebody else has changed it since
 */
export function changeSetting<K extends SettingKey>(
  call: StaffCall,
  key: K,
  { value, version, action, kind }: { value: Setting<K>; version: number } & Logged,
): Promise<{ version: number }> {
  return staffWrite(call, async (trx, note) => {
    const before = await findSetting(trx, key);
    const now = await updateSetting(trx, call, { key, value, version });
    const kept: Kept = { value: before.value, version: before.version };
    note({ action, kind, target: key, before: kept, after: { value, version: now } });
    return { version: now };
  });
}

/** Undo of a change of a setting. */
export const undoSetting = undo<Kept, Kept>(async (trx, call, { target, before, after: { version } }) => {
  const key = target as SettingKey;
  const { value, version: first } = before;
  if ((await findSetting(trx, key)).version !== version) {
    throw changedSince();
  }
  if (first === 0) return unsetSetting(trx, { key, version });
  const now = (await call.databaseClock()).toISOString();
  const restored = key === "banner" || key === "poster" ? withoutPast(value as Setting<"banner">, now) : value;
  await updateSetting(trx, call, { key, value: restored as Setting<typeof key>, version });
});

/** Pictures without past times, so that undoing their removal shows them again. */
const withoutPast = (pictures: Setting<"banner">, now: string): Setting<"banner"> =>
  pictures.map(({ startsAt, endsAt, ...picture }) => ({
    ...picture,
    ...(startsAt && startsAt > now && { startsAt }),
    ...(endsAt && endsAt > now && { endsAt }),
  }));
