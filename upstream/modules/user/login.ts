import type { z } from "zod";
import type { loginData } from "#app/contract/people/user";
import { type Call, callerOf, nowIso } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { isUniqueViolation } from "#upstream/db/dialect";
import { redeemToken } from "#upstream/db/one-time-tokens";
import { transact } from "#upstream/db/transact";
import { notifyBySystem } from "#upstream/modules/notification/notify-by-system";
import { redeemCodes, storedPhone } from "#upstream/modules/sms/codes";
import { imposeCarried } from "#upstream/policy/carried-sanctions";
import { consumeLimits, type LimitUse, networkOf, resetLimits } from "#upstream/policy/limits";
import { widerNetworkOf } from "#upstream/policy/network";
import { refuseBanned } from "#upstream/policy/sanctions";
import type { WechatPerson } from "#upstream/services/wechat/wechat";
import { noteCredentialChange, notifyCredentialChange } from "./change-credential";
import { isFreeName } from "./claim-name";
import { deviceName, touchDevice } from "./devices";
import { bindIdentity } from "./identity";
import { freshNickname } from "./nickname";
import { offerPasskey } from "./offer-passkey";
import { compareWithNobody, isPassword, renewedHash, shareOfOld } from "./password";
import { createSession } from "./session";
import { maskPhone } from "./view";
import { createUser } from "./write";

type Login = z.input<typeof loginData>;

/** Purpose of tokens that bind a WeChat account to the phone number verified next. */
export const WECHAT_TICKET = "wechat-ticket";

/** WeChat user of a ticket; `name` is the nickname, empty if it contains a sensitive word. */
export type TicketPerson = WechatPerson & { name?: string };

/**
 * Logs in by an SMS code, and registers new members. With a ticket, their WeChat account is bound as well.
 * @throws BusinessError SMS_CODE_WRONG; WECHAT_FAILED if the ticket is used or expired; CONFLICT if either side is
 * bound to another
 */
export async function loginByCode(
  call: Call,
  { phone, code, ticket }: { phone: string; code: string; ticket?: string | undefined },
): Promise<Login> {
  await redeemCodes(call, [{ phone, code, purpose: ticket === undefined ? "login" : "bind-weixin" }]).catch(
    (error: unknown) => {
      if (error instanceof BusinessError && error.code === "SMS_CODE_WRONG") noteFailure(call, "sms", phone);
      throw error;
    },
  );
  const enter = () =>
    transact(call.db, async (trx) => {
      // Rolled back with the rest: who typed a number with another WeChat account need not authorize again.
      const person = ticket === undefined ? null : await personOf(trx, call, ticket);
      const { id, isNew } = await findOrCreate(trx, call, phone, person?.name);
      const bound = person !== null && (await bindIdentity(trx, call, { userId: id, person, isNew })) && !isNew;
      if (bound) await notifyCredentialChange(trx, call, id, "weixin-bound");
      const login = await logIn(trx, call, id, { isNew, method: person ? "weixin" : "sms" });
      // New members are offered one in the onboarding.
      return { bound, login: { ...login, offerPasskey: !isNew && (await offerPasskey(trx, call, id)) } };
    });
  // With two concurrent first logins of one number, the second finds the new account.
  const { bound, login } = await enter().catch((error: unknown) => {
    if (isUniqueViolation(error)) return enter();
    throw error;
  });
  if (bound) noteCredentialChange(call, login.userId, "weixin-bound");
  return login;
}

/** The WeChat user of a ticket, which is used up. @throws BusinessError WECHAT_FAILED if it is used or expired */
async function personOf(trx: Db, call: Call, ticket: string): Promise<TicketPerson> {
  const person = await redeemToken<TicketPerson>(trx, call, WECHAT_TICKET, ticket);
  if (person === null) throw new BusinessError("WECHAT_FAILED", "微信授权已过期，请重新扫码");
  return person;
}

/** @param name of somebody new until they choose one; a generated one if this is empty, reserved or taken */
async function findOrCreate(trx: Db, call: Call, phone: string, name = ""): Promise<{ id: number; isNew: boolean }> {
  const known = await trx
    .selectFrom("users")
    .select(["id", "registration_pending"])
    .where("phone", "=", storedPhone(phone))
    .executeTakeFirst();
  if (known) return { id: known.id, isNew: known.registration_pending === 1 };
  const { id } = await createUser(trx, call, {
    nickname: name && (await isFreeName(trx, name)) ? name : freshNickname(),
    phone: storedPhone(phone),
    registrationPending: true,
  });
  await imposeCarried(trx, call, { userId: id, phone: storedPhone(phone) });
  return { id, isNew: true };
}

/**
 * Logs in by password. Wrong passwords and unknown numbers get the same reply after the same work.
 * @throws BusinessError LOGIN_FAILED, RATE_LIMITED
 */
export async function loginByPassword(
  call: Call,
  { phone, password }: { phone: string; password: string },
): Promise<Login> {
  const fromHere = await countAttempt(call, phone);
  const user = await call.db
    .selectFrom("users")
    .select(["id", "password_hash", "registration_pending"])
    .where("phone", "=", storedPhone(phone))
    .executeTakeFirst();
  // Read in every case: an additional statement would reveal which one it is.
  const share = await shareOfOld(call);
  const hash = user?.password_hash ?? null;
  if (!user || hash === null) await compareWithNobody(call, share, phone, password);
  if (!user || hash === null || !(await isPassword(password, hash))) throw refusal(call, phone);
  const renewed = await renewedHash(call, password, hash);
  return transact(call.db, async (trx) => {
    // Verification takes a while. If the password was changed meanwhile, all sessions were ended, and none may be
    // added.
    const own = trx.updateTable("users").set({ password_hash: renewed ?? hash });
    const still = await own
      .where("id", "=", user.id)
      .where("password_hash", "=", hash)
      .returning("id")
      .executeTakeFirst();
    if (!still) throw refusal(call, phone);
    await resetLimits(trx, fromHere);
    return logIn(trx, call, user.id, { isNew: user.registration_pending === 1, method: "password" });
  });
}

/**
 * Counts an attempt at a number's password. Anybody may enter the number, so those from one network are counted apart,
 * and those from others than its owner is logged in from leave theirs alone. A day's are counted by the wider network, of
 * which one attacker has many narrow ones, and for the owner's own as well, which would else tell that they are there.
 * @returns what is counted for this network
 * @throws LimitError RATE_LIMITED
 */
async function countAttempt(call: Call, phone: string): Promise<LimitUse[]> {
  const instead = call.sms ? "改用短信验证码登录" : undefined;
  const { ip } = call.client;
  const [network, wider] = [networkOf(ip), widerNetworkOf(ip)];
  // Read for unknown numbers as well: a missing statement would reveal them.
  const sessions = await call.db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .select("sessions.address")
    .where("users.phone", "=", storedPhone(phone))
    .execute();
  const isKnown = sessions.some(({ address }) => widerNetworkOf(address) === wider);
  const fromHere: LimitUse[] = [
    { limit: "loginAccount", subject: `${phone} ${network}`, instead },
    { limit: "loginNetworkDay", subject: `${phone} ${wider}`, instead },
  ];
  const all: LimitUse[] = [{ limit: "loginAddress", subject: network, instead }];
  if (!isKnown) all.push({ limit: "loginOthersDay", subject: phone, instead });
  await consumeLimits(call.db, call, [...fromHere, ...all]);
  return fromHere;
}

function refusal(call: Call, phone: string): BusinessError {
  noteFailure(call, "password", phone);
  return new BusinessError("LOGIN_FAILED");
}

const noteFailure = (call: Call, method: LoginMethod, phone: string): void =>
  call.noteSecurity("login_failed", { ...callerOf(call), method, phone: maskPhone(phone) });

type LoginMethod = "sms" | "password" | "weixin" | "passkey";

/**
 * Creates a session and ends the one that the call was made with. The owner is notified of a new device.
 * @throws BusinessError FORBIDDEN for banned members
 */
export async function logIn(
  trx: Db,
  call: Call,
  userId: number,
  { isNew = false, method }: { isNew?: boolean; method: LoginMethod },
): Promise<Login> {
  await refuseBanned(trx, call, userId);
  if (call.viewer) await trx.deleteFrom("sessions").where("token_hash", "=", call.viewer.tokenHash).execute();
  const { device, ip: address } = call.client;
  if ((await touchDevice(trx, call, userId, device)) === "new") {
    const message = { kind: "new-device", device: deviceName(device), address } as const;
    await notifyBySystem(trx, { userId, message, at: nowIso(call) });
  }
  const token = await createSession(trx, call, { userId, device, address });
  call.noteSecurity("login", { ...callerOf(call), userId, method });
  return { token, userId, isNew };
}
