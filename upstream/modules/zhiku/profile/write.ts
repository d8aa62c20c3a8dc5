import type { z } from "zod";
import type { zhikuUserApi } from "#app/contract/zhiku/user";
import { type Call, type MembersCall, nowIso } from "#upstream/call/context";
import { found, invalid } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { redeemToken } from "#upstream/db/one-time-tokens";
import { transact } from "#upstream/db/transact";
import { PHONE_TICKET } from "#upstream/modules/sms/phone-ticket";
import { findAccount } from "#upstream/modules/user/queries";
import { localPhone } from "#upstream/modules/user/view";
import { consumeLimits } from "#upstream/policy/limits";
import { findProfile, type ProfileFields } from "./queries";

type WantedProfile = z.output<typeof zhikuUserApi.update.body>;
const FIELDS = ["name", "company", "department", "position", "phone", "email"] as const;

/**
 * Creates or changes the caller's professional profile. A phone number that is neither the account's nor the stored one
 * requires a ticket. Any change has to be reviewed again, so it ends a refusal; submitted unchanged, a refused profile
 * stays refused.
 * @throws BusinessError INVALID_PARAMS with `data.fields`; RATE_LIMITED
 */
export async function changeZhikuProfile(call: MembersCall, { phoneTicket, ...wanted }: WantedProfile): Promise<void> {
  const { userId } = call.viewer;
  await transact(call.db, async (trx) => {
    await consumeLimits(trx, call, [{ limit: "profileHour", subject: userId }]);
    const now = await findProfile(trx, userId);
    if (FIELDS.every((field) => now[field] === wanted[field])) return;
    await requireProven(trx, call, { userId, now, phone: wanted.phone, phoneTicket });
    await putZhikuProfile(trx, call, userId, wanted);
  });
}

type Proof = { userId: number; now: ProfileFields; phone: string; phoneTicket: string | undefined };

async function requireProven(trx: Db, call: Call, { userId, now, phone, phoneTicket }: Proof): Promise<void> {
  if (phone === now.phone) return;
  if (phone === localPhone(found(await findAccount(trx, userId)).phone)) return;
  const proven = phoneTicket && (await redeemToken<string>(trx, call, PHONE_TICKET, phoneTicket));
  if (proven !== phone) throw invalid({ phone: "请先验证这个手机号" });
}

/** Stores a profile that has yet to be reviewed. */
export async function putZhikuProfile(
  trx: Db,
  services: Pick<Call, "clock">,
  userId: number,
  wanted: Pick<ProfileFields, (typeof FIELDS)[number]>,
): Promise<void> {
  const now = nowIso(services);
  const fields = { ...wanted, rejected: 0, reject_reason: "", updated_at: now, reviewed_at: null } as const;
  await trx
    .insertInto("zhiku_profiles")
    .values({ user_id: userId, ...fields, created_at: now })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(fields))
    .execute();
}

/** Approves a profile, or refuses it with a reason shown to its owner. */
export async function reviewZhikuProfile(
  trx: Db,
  services: Pick<Call, "clock">,
  userId: number,
  verdict: { rejected: false } | { rejected: true; reason: string },
): Promise<void> {
  await trx
    .updateTable("zhiku_profiles")
    .set({
      rejected: verdict.rejected ? 1 : 0,
      reject_reason: verdict.rejected ? verdict.reason : "",
      reviewed_at: nowIso(services),
    })
    .where("user_id", "=", userId)
    .execute();
}
