import { nowIso, type Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";

/** So many devices of a person are known; the one not used for longest is forgotten first. */
const KNOWN_MAX = 20;
const LENGTH_MAX = 100;

/**
 * Remembers what a person logs in with.
 * @param device as it describes itself: system and browser, not more
 * @returns `new` when they have only ever used others; their first device is `known`, there is nobody to warn
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

/** `os=Windows; browser=Chrome`, as devices describe themselves, for people: `Windows · Chrome`. */
export function deviceName(header: string): string {
  const described = /^os=([^;]*); browser=(.*)$/.exec(header);
  return described ? described.slice(1).join(" · ") : header;
}
