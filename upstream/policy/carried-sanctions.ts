import { createHmac } from "node:crypto";
import { DAY } from "#runtime/time-units";
import { isoIn, nowIso, type Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { deriveKey } from "#upstream/services/keys/derive-key";
import { sanctionsInForce } from "./sanctions";

/** Time after which a phone number is forgotten, even if the sanction was permanent. */
const KEPT = 2 * 365 * DAY;

type Needs = Pick<Services, "clock" | "config">;

const hashOf = ({ config }: Needs, phone: string): string =>
  createHmac("sha256", deriveKey(config.secretKey, "carried-sanction")).update(phone).digest("hex");

/**
 * Stores sanctions by a hash of the phone number, so that closing the account does not end them.
 * @param phone as stored
 */
export async function carrySanctions(
  trx: Db,
  services: Needs,
  { userId, phone }: { userId: number; phone: string },
): Promise<void> {
  const rows = await sanctionsInForce(trx, nowIso(services))
    .select(["kind", "reason", "from_at", "until_at", "imposed_by"])
    .where("user_id", "=", userId)
    .orderBy("id")
    .execute();
  if (rows.length === 0) return;
  const latest = isoIn(services, KEPT);
  const phone_hash = hashOf(services, phone);
  const kept = rows.map((row) => ({
    ...row,
    phone_hash,
    forget_at: row.until_at !== null && row.until_at < latest ? row.until_at : latest,
  }));
  await trx.insertInto("carried_sanctions").values(kept).execute();
}

/** Imposes on a newly registered member the sanctions of an earlier account with the same number. */
export async function imposeCarried(
  trx: Db,
  services: Needs,
  { userId, phone }: { userId: number; phone: string },
): Promise<void> {
  const now = nowIso(services);
  const rows = await trx
    .deleteFrom("carried_sanctions")
    .where("phone_hash", "=", hashOf(services, phone))
    .returning(["kind", "reason", "from_at", "until_at", "imposed_by", "forget_at"])
    .execute();
  const inForce = rows.filter(({ until_at, forget_at }) => forget_at > now && (until_at === null || until_at > now));
  if (inForce.length === 0) return;
  const imposed = inForce.map(({ forget_at: _, ...row }) => ({
    ...row,
    user_id: userId,
    lifted_at: null,
    lifted_by: null,
  }));
  await trx.insertInto("sanctions").values(imposed).execute();
}
