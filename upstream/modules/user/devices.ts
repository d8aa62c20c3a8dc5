import { nowIso, type Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";

/** Maximum number of known devices per person; the least recently used one is deleted first. */
const KNOWN_MAX = 20;
const LENGTH_MAX = 100;

/**
 * Records the device of a login.
 * @param device its self-description: system and browser only
 * @returns `new` if they have used only others before; the first device counts as `known`, since there is nobody to
 * warn
 */
export async function touchDevice(
  trx: Db,
  services: Pick<Services, "clock">,
  userId: number,
  device: string,
): Promise<"known" | "new"> {
  const name = device.slice(0, LENGTH_MAX);
  const known = await trx
    .selectFrom("known_devices")
    .select("device")
    .where("user_id", "=", userId)
    .orderBy("seen_at", "desc")
    .execute();
  const forgotten = known.slice(KNOWN_MAX - 1).map((row) => row.device);
  if (forgotten.length > 0) {
    await trx.deleteFrom("known_devices").where("user_id", "=", userId).where("device", "in", forgotten).execute();
  }
  const seen_at = nowIso(services);
  await trx
    .insertInto("known_devices")
    .values({ user_id: userId, device: name, seen_at })
    .onConflict((conflict) => conflict.columns(["user_id", "device"]).doUpdateSet({ seen_at }))
    .execute();
  return known.length === 0 || known.some((row) => row.device === name) ? "known" : "new";
}

/** Formats `os=Windows; browser=Chrome` for people: `Windows · Chrome`. */
export function deviceName(header: string): string {
  const described = /^os=([^;]*); browser=(.*)$/.exec(header);
  return described ? described.slice(1).join(" · ") : header;
}
