import { randomBytes } from "node:crypto";
import { nowIso, type Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { bump } from "#upstream/db/versions";
import { notifyBySystem } from "#upstream/modules/notification/notify-by-system";
import { storedPhone } from "#upstream/modules/sms/codes";
import { newPasswordHash } from "#upstream/modules/user/password";
import { createUser } from "#upstream/modules/user/write";
import { dropLostFactor } from "#upstream/policy/drop-factor";
import { holdAccount } from "#upstream/policy/hold-account";
import { byOperator, loggedWrite, type Note } from "#upstream/policy/logged-write";
import { grantRole } from "#upstream/policy/staff-roles";
import { Report } from "./command";

const PASSWORD_BYTES = 12;

type Added = {
  phone: string;
  nickname: string | undefined;
  /** Replaces the account's password and ends its logins. */
  newPassword: boolean;
  /** Removes the account's second factor and recovery codes, and ends its logins. */
  newFactor: boolean;
  dryRun: boolean;
};

/**
 * Makes the account of a phone number an owner; it is created if missing. If the site sends no codes and the account has
 * no other way to log in, it gets a password, which is shown once.
 */
export async function addOwner(
  services: Services,
  { phone, nickname = `站长${phone.slice(-4)}`, newPassword, newFactor, dryRun }: Added,
): Promise<Report> {
  // Hashed in advance, because it takes longer than a transaction should.
  const password = randomBytes(PASSWORD_BYTES).toString("base64url");
  const hash = await newPasswordHash(services, { password, phone: storedPhone(phone), field: "password" });
  const add = async (trx: Db, note: Note) => {
    const known = await findByPhone(trx, phone);
    const id = known?.id ?? (await createUser(trx, services, { nickname, phone: storedPhone(phone) })).id;
    await holdAccount(trx, id);
    const at = nowIso(services);
    const login = newPassword ? "new-password" : await loginOf(trx, services, id);
    if (login === "new-password") await setPassword(trx, id, hash);
    // Before the role: for an account without one, granting it removes the factor, but neither ends nor tells anything.
    const dropped = newFactor && (await dropLostFactor(trx, id));
    const { before, after } = await grantRole(trx, { userId: id, role: "owner", by: null, at });
    note({ action: "staff.grant", kind: "staff", target: id, before, after });
    if (login === "new-password" && known) {
      note({ action: "staff.password", kind: "staff", target: id, before: null, after: null });
    }
    const hasFactor = await isFactorInUse(trx, id);
    if (dropped) {
      note({ action: "staff.factor", kind: "staff", target: id, before: null, after: null });
      await notifyBySystem(trx, { userId: id, message: { kind: "factor-changed", change: "dropped" }, at });
    }
    // Whether the site has an owner.
    await bump(trx, ["users"]);
    return { userId: id, roles: after, login, hasFactor, dropped } as const;
  };
  const { result } = await loggedWrite(services.db, add, { by: () => byOperator(services), dryRun });
  const { userId, roles, login, hasFactor, dropped } = result;
  if (dropped && !dryRun) services.noteSecurity("credentials_changed", { userId, credential: "second-factor" });
  const data = {
    userId,
    roles,
    login,
    droppedFactor: dropped,
    ...(login === "new-password" && !dryRun ? { password } : {}),
  };
  const told = [`${dryRun ? "会让" : "已让"}用户 ${userId}（${phone}）成为站长。${LOGINS[login]}`];
  if (data.password) told.push(data.password);
  if (dropped)
    told.push(
      `${dryRun ? "会去掉" : "已去掉"}原来的第二步验证与恢复码，登录都${dryRun ? "会" : "已"}退出，下次进后台重新设置。`,
    );
  else if (hasFactor) told.push("进后台还要验证一次。验证器与恢复码都没有了的话加上 --new-factor。");
  return new Report(told.join("\n"), data, false);
}

/** Ways in which an owner logs in, and what is said of each. */
const LOGINS = {
  code: "用手机号和短信验证码登录。",
  known: "本站没有短信：用原来的密码、微信或通行密钥登录；忘了的话加上 --new-password。",
  "new-password": "用手机号和这个密码登录，它只显示这一次；登录后先到“账号与安全”里换一个，再进后台：",
} as const;

/** Returns the way in which an account can log in on this site. */
async function loginOf(trx: Db, { config }: Services, userId: number): Promise<keyof typeof LOGINS> {
  if (config.sms.kind !== "off") return "code";
  const { password_hash } = await trx
    .selectFrom("users")
    .select("password_hash")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  if (password_hash !== null) return "known";
  for (const table of ["identities", "passkeys"] as const) {
    const other = await trx.selectFrom(table).select("user_id").where("user_id", "=", userId).executeTakeFirst();
    if (other) return "known";
  }
  return "new-password";
}

/** Whether an account has a second factor that it needs to enter the console. */
async function isFactorInUse(trx: Db, userId: number): Promise<boolean> {
  const row = await trx
    .selectFrom("second_factors")
    .select("user_id")
    .where("user_id", "=", userId)
    .where("confirmed_at", "is not", null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Sets a password, and ends the logins made with the previous one. */
async function setPassword(trx: Db, userId: number, hash: string): Promise<void> {
  await trx.updateTable("users").set({ password_hash: hash }).where("id", "=", userId).execute();
  await trx.deleteFrom("sessions").where("user_id", "=", userId).execute();
}

/** The account of a phone number, unless it was closed. */
export const findByPhone = (db: Db, phone: string): Promise<{ id: number } | undefined> =>
  db
    .selectFrom("users")
    .select("id")
    .where("phone", "=", storedPhone(phone))
    .where("deleted_at", "is", null)
    .executeTakeFirst();
