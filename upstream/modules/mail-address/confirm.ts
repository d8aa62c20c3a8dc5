import { createHmac, randomInt, timingSafeEqual } from "node:crypto";
import { sql } from "kysely";
import { MINUTE, SECOND } from "#runtime/time-units";
import { callerOf, isoIn, type MembersCall, nowIso } from "#upstream/call/context";
import { BusinessError, invalid } from "#upstream/call/errors";
import { transact } from "#upstream/db/transact";
import { notifyBySystem } from "#upstream/modules/notification/notify-by-system";
import { beginAnew } from "#upstream/modules/outside/outside-settings";
import { consumeLimits, type LimitUse, networkOf, resetLimits } from "#upstream/policy/limits";
import { deriveKey } from "#upstream/services/keys/derive-key";
import { type Letter, MailError } from "#upstream/services/mail/mail";
import { codeLetter, formerLetter } from "./letters";
import { maskAddress } from "./mask-address";

const CODE_LIFETIME = 15 * MINUTE;
const TRIES_MAX = 5;
const CODES = 1_000_000;

/**
 * Sends a new code to an address, replacing the previous one; whether the address belongs to anybody makes no
 * difference.
 * @throws BusinessError RATE_LIMITED, MAIL_FAILED, INVALID_PARAMS if the address can't be reached
 */
export async function sendConfirmation(call: MembersCall, address: string): Promise<{ expiresIn: number }> {
  const { db, mail, clock, viewer } = call;
  if (!mail) throw new BusinessError("MAIL_FAILED", "本站没有开通邮件");
  const { userId } = viewer;
  const [mailbox, network] = [address.toLowerCase(), networkOf(call.client.ip)];
  const uses: LimitUse[] = [
    { limit: "mailPause", subject: userId },
    { limit: "mailPersonDay", subject: userId },
    { limit: "mailAddressHour", subject: network },
  ];
  if (!(await isOwn(call, mailbox))) {
    uses.push({ limit: "mailboxDay", subject: mailbox });
    uses.push({ limit: "mailboxPersonDay", subject: `${mailbox} ${userId}` });
    uses.push({ limit: "mailboxNetworkDay", subject: `${mailbox} ${network}` });
  }
  await consumeLimits(db, call, uses);
  const code = String(randomInt(CODES)).padStart(6, "0");
  const fresh = {
    address,
    code_hash: hashCode(call, address, code),
    tries: 0,
    expires_at: isoIn({ clock }, CODE_LIFETIME),
  };
  await db
    .insertInto("mail_codes")
    .values({ user_id: userId, ...fresh })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(fresh))
    .execute();
  await mail.send(await codeLetter(call, address, code)).catch((error: unknown) => failed(call, error));
  return { expiresIn: CODE_LIFETIME / SECOND };
}

/** Whether the caller has confirmed a mailbox: then others who enter its address must not use up its codes. */
async function isOwn({ db, viewer }: MembersCall, mailbox: string): Promise<boolean> {
  const own = await db
    .selectFrom("mail_addresses")
    .select("address")
    .where("user_id", "=", viewer.userId)
    .executeTakeFirst();
  return own?.address.toLowerCase() === mailbox;
}

/** Refuses after a failure; an unsent code may be requested again at once. */
async function failed(call: MembersCall, error: unknown): Promise<never> {
  if (!(error instanceof MailError)) throw error;
  const { userId } = call.viewer;
  // A mistyped address is common and not logged.
  if (error.reason !== "address") call.note("mail_failed", { reason: error.reason, error: error.message });
  await call.db.deleteFrom("mail_codes").where("user_id", "=", userId).execute();
  await resetLimits(call.db, [{ limit: "mailPause", subject: userId }]);
  if (error.reason === "address") throw invalid({ address: "邮件无法送到这个地址，请检查有没有写错" });
  throw new BusinessError("MAIL_FAILED");
}

/**
 * Makes the address that received the code the caller's. The previous address and the owner are notified.
 * @throws BusinessError MAIL_CODE_WRONG with `data.fields`, RATE_LIMITED
 */
export async function confirmAddress(call: MembersCall, code: string): Promise<void> {
  const { db, viewer } = call;
  const { userId } = viewer;
  await consumeLimits(db, call, [{ limit: "mailCheckHour", subject: userId }]);
  const tried = await db
    .updateTable("mail_codes")
    .set({ tries: sql`tries + 1` })
    .where("user_id", "=", userId)
    .where("tries", "<", TRIES_MAX)
    .where("expires_at", ">", nowIso(call))
    .returning(["address", "code_hash"])
    .executeTakeFirst();
  const hash = hashCode(call, tried?.address ?? "", code);
  const isRight = timingSafeEqual(Buffer.from(hash), Buffer.from(tried?.code_hash ?? "".padEnd(hash.length)));
  if (!tried || !isRight) throw wrongCode();
  const { address } = tried;
  const former = await transact(db, async (trx) => {
    const used = trx.deleteFrom("mail_codes").where("user_id", "=", userId).where("code_hash", "=", hash);
    if ((await used.executeTakeFirst()).numDeletedRows === 0n) throw wrongCode();
    const before = await trx
      .selectFrom("mail_addresses")
      .select("address")
      .where("user_id", "=", userId)
      .executeTakeFirst();
    const row = { address, confirmed_at: nowIso(call), stopped_at: null };
    await trx
      .insertInto("mail_addresses")
      .values({ user_id: userId, ...row })
      .onConflict((conflict) => conflict.column("user_id").doUpdateSet(row))
      .execute();
    await beginAnew(trx, call, { userId, channel: "mail" });
    if (before?.address === address) return null;
    const message = { kind: "mail-changed", address: maskAddress(address) } as const;
    await notifyBySystem(trx, { userId, message, at: nowIso(call) });
    return before?.address ?? null;
  });
  call.noteSecurity("credentials_changed", { ...callerOf(call), credential: "mail" });
  if (former) await tell(call, await formerLetter(call, former, address));
}

/** Removes the caller's address after notifying it; their notification settings are kept for another address. */
export async function removeAddress(call: MembersCall): Promise<void> {
  const { db, viewer } = call;
  const { userId } = viewer;
  const former = await transact(db, async (trx) => {
    await trx.deleteFrom("mail_codes").where("user_id", "=", userId).execute();
    const gone = await trx
      .deleteFrom("mail_addresses")
      .where("user_id", "=", userId)
      .returning(["address", "stopped_at"])
      .executeTakeFirst();
    if (gone) await notifyBySystem(trx, { userId, message: { kind: "mail-changed", address: null }, at: nowIso(call) });
    return gone;
  });
  if (!former) return;
  call.noteSecurity("credentials_changed", { ...callerOf(call), credential: "mail" });
  if (former.stopped_at === null) await tell(call, await formerLetter(call, former.address, null));
}

/** Sends a letter that nobody waits for; a failure is logged. */
async function tell(call: MembersCall, letter: Letter): Promise<void> {
  await call.mail?.send(letter).catch((error: unknown) => {
    if (!(error instanceof MailError)) throw error;
    call.note("mail_failed", { reason: error.reason, error: error.message });
  });
}

const wrongCode = () =>
  new BusinessError("MAIL_CODE_WRONG", undefined, { fields: { code: "验证码错误或已失效，请核对或重新获取" } });

function hashCode({ config, viewer }: MembersCall, address: string, code: string): string {
  const key = deriveKey(config.secretKey, "mail-code");
  return createHmac("sha256", key).update(`${viewer.userId}|${address}|${code}`).digest("hex");
}
