import { DAY } from "#runtime/time-units";
import { type Call, nowIso, type Services } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { isEmpty } from "#upstream/db/is-empty";
import { issueToken, redeemToken } from "#upstream/db/one-time-tokens";
import { transact } from "#upstream/db/transact";
import { storedPhone } from "#upstream/modules/sms/codes";
import { logIn } from "#upstream/modules/user/login";
import { newPasswordHash } from "#upstream/modules/user/password";
import { createUser } from "#upstream/modules/user/write";
import { lockAuditLog } from "#upstream/policy/audit-log";
import { consumeLimits, networkOf } from "#upstream/policy/limits";
import { byCaller, loggedWrite, type Note } from "#upstream/policy/logged-write";
import { grantRole, hasOwner } from "#upstream/policy/staff-roles";

const SETUP = "setup";
const LIFETIME = DAY;
const USED = "这个链接已经用过或过期了。请在服务器上运行 npm run admin -- setup-link 再要一个";

type Minting = Pick<Services, "db" | "clock" | "config">;

/**
 * Creates the URL that makes its visitor the owner, once, within a day. The token is behind `#`, so that proxies don't
 * log it.
 */
export const setupLink = (services: Minting): Promise<string> =>
  transact(services.db, async (trx) => {
    await lockAuditLog(trx);
    return mint(trx, services);
  });

async function mint(trx: Db, services: Minting): Promise<string> {
  // Invalidates the previous link.
  await trx.deleteFrom("one_time_tokens").where("purpose", "=", SETUP).execute();
  const token = await issueToken(trx, services, { purpose: SETUP, payload: true, lifetime: LIFETIME });
  return `${services.config.publicOrigin}/setup#${token}`;
}

/**
 * Prints how to become the owner of a site without one, unless a printed link is still valid. Of concurrent processes,
 * one prints it.
 */
export async function printSetupLink(services: Minting, print: (line: string) => void): Promise<void> {
  if (await hasOwner(services.db)) return;
  const link = await transact(services.db, async (trx) => {
    await lockAuditLog(trx);
    const held = await trx
      .selectFrom("one_time_tokens")
      .select("token_hash")
      .where("purpose", "=", SETUP)
      .where("expires_at", ">", nowIso(services))
      .executeTakeFirst();
    return held ? null : mint(trx, services);
  });
  print(
    link === null
      ? "本站还没有站长，链接已在之前打印过；再要一个：npm run admin -- setup-link"
      : `本站还没有站长。打开这个链接成为站长（24 小时内有效，只能用一次）：${link}`,
  );
}

/** Whether the site has no owner yet, and whether it has no content, either. */
export async function setupState({ db }: Pick<Services, "db">): Promise<{ unowned: boolean; preparing: boolean }> {
  const unowned = !(await hasOwner(db));
  return { unowned, preparing: unowned && (await isEmpty(db)) };
}

type Owner = { token: string; phone: string; nickname: string; password: string };

/**
 * Makes the holder of the one-time link the owner, with the existing account of that phone if there is one, and logs
 * them in.
 * @throws BusinessError FORBIDDEN if the link is used, expired or invalid; INVALID_PARAMS by field; RATE_LIMITED
 */
export async function claimSite(call: Call, owner: Owner): Promise<{ token: string; userId: number }> {
  await consumeLimits(call.db, call, [{ limit: "setupAddress", subject: networkOf(call.client.ip) }]);
  const phone = storedPhone(owner.phone);
  const passwordHash = await newPasswordHash(call, { ...owner, phone, name: owner.nickname, field: "password" });
  const claim = async (trx: Db, note: Note) => {
    const known = await redeemToken<true>(trx, call, SETUP, owner.token);
    if (!known || (await hasOwner(trx))) throw new BusinessError("FORBIDDEN", USED);
    const userId = await ownerAccount(trx, call, { phone, nickname: owner.nickname, passwordHash });
    const at = nowIso(call);
    const { after } = await grantRole(trx, { userId, role: "owner", by: null, at });
    const { token } = await logIn(trx, call, userId, { method: "password" });
    note({ action: "staff.grant", kind: "staff", target: userId, before: [], after });
    return { token, userId };
  };
  const by = ({ userId }: { userId: number }) => byCaller(call, { actorId: userId, via: "setup", roles: ["owner"] });
  return (await loggedWrite(call.db, claim, { by })).result;
}

/** Account of that phone with this name and password; created if missing. */
async function ownerAccount(
  trx: Db,
  call: Call,
  { phone, nickname, passwordHash }: { phone: string; nickname: string; passwordHash: string },
): Promise<number> {
  const known = await trx.selectFrom("users").select("id").where("phone", "=", phone).executeTakeFirst();
  if (known) {
    await trx.updateTable("users").set({ password_hash: passwordHash }).where("id", "=", known.id).execute();
    return known.id;
  }
  const { id } = await createUser(trx, call, { nickname, phone, passwordHash });
  return id;
}
