import type { Call, MembersCall } from "#upstream/call/context";
import { BusinessError, found, invalid } from "#upstream/call/errors";
import { transact } from "#upstream/db/transact";
import { bump } from "#upstream/db/versions";
import { countHit, findWord } from "#upstream/modules/moderation/find-word";
import { findPicture } from "#upstream/modules/upload/find-picture";
import { holdOwnAccount } from "#upstream/policy/hold-account";
import { consumeLimits } from "#upstream/policy/limits";
import { claimName, nameTaken } from "./claim-name";
import { cleanNickname } from "./nickname";
import { newPasswordHash } from "./password";
import { findAccount } from "./queries";
import { provenUntil } from "./session";
import { type ProfileFields, updateUser, userKeys } from "./write";

/**
 * Changes the caller's profile.
 * @throws BusinessError INVALID_PARAMS, CONTENT_REJECTED with `data.fields`; RATE_LIMITED
 */
export async function changeProfile(call: MembersCall, fields: ProfileFields): Promise<void> {
  const { userId } = call.viewer;
  const nickname = requireNickname(fields.nickname);
  const { headline, bio, company, city } = fields;
  await screenTexts(call, { nickname, headline, bio, company, city });
  const avatar = await requireAvatar(call, userId, fields.avatar);
  await transact(call.db, async (trx) => {
    await consumeLimits(trx, call, [{ limit: "profileHour", subject: userId }]);
    await holdOwnAccount(trx, userId);
    await claimName(trx, { userId, nickname, anew: false });
    await updateUser(trx, userId, { ...fields, nickname, avatar });
  }).catch(nameTaken);
}

/**
 * Completes a registration: the nickname, and optionally a first password, for which the login must be recent: a
 * registration may stay incomplete for long, and a session left open must not become a way to log in for good.
 * @throws BusinessError CONFLICT if it is complete already; INVALID_PARAMS, CONTENT_REJECTED with `data.fields`
 */
export async function completeRegistration(
  call: MembersCall,
  { nickname: given, password }: { nickname: string; password?: string | undefined },
): Promise<void> {
  const { userId } = call.viewer;
  const nickname = requireNickname(given);
  await screenTexts(call, { nickname });
  const account = found(await findAccount(call.db, userId));
  if (account.registration_pending === 0) throw new BusinessError("CONFLICT", "注册已经完成，请到账号设置中修改");
  const hash = password === undefined ? null : await firstPasswordHash(call, { password, account, nickname });
  await transact(call.db, async (trx) => {
    await holdOwnAccount(trx, userId);
    const pending = trx
      .updateTable("users")
      .set({ nickname, registration_pending: 0, ...(hash ? { password_hash: hash } : {}) })
      .where("id", "=", userId)
      .where("registration_pending", "=", 1);
    const { numUpdatedRows } = await (hash ? pending.where("password_hash", "is", null) : pending).executeTakeFirst();
    if (numUpdatedRows === 0n) throw new BusinessError("CONFLICT", "注册已经完成，请到账号设置中修改");
    await claimName(trx, { userId, nickname, anew: true });
    await bump(trx, userKeys(userId));
  }).catch(nameTaken);
}

type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>;
type FirstPassword = { password: string; account: Account; nickname: string };

async function firstPasswordHash(call: MembersCall, { password, account, nickname }: FirstPassword): Promise<string> {
  const refusal = "请把密码留空，完成后到「账号与安全」里设置";
  if (account.password_hash !== null) throw invalid({ password: `已经设过密码。${refusal}` });
  if ((await provenUntil(call)) === null) throw invalid({ password: `登录已经有一会儿了，为了安全，${refusal}` });
  return newPasswordHash(call, { password, phone: account.phone, name: nickname, field: "password" });
}

function requireNickname(given: string): string {
  const nickname = cleanNickname(given);
  if (!nickname) throw invalid({ nickname: "昵称不能为空" });
  return nickname;
}

/** Profiles are not reviewed, so any sensitive word is refused. */
async function screenTexts(call: Call, texts: Record<string, string>): Promise<void> {
  for (const [field, text] of Object.entries(texts)) {
    const found = await findWord(call, text);
    if (!found) continue;
    await countHit(call.db, found);
    throw new BusinessError("CONTENT_REJECTED", undefined, { fields: { [field]: "含有不适合发布的信息，请修改" } });
  }
}

/**
 * URL of a picture that this person uploaded, or already has.
 * @throws BusinessError INVALID_PARAMS for any other
 */
async function requireAvatar(call: Call, userId: number, url: string): Promise<string> {
  if (!url) return "";
  const { author_avatar: current } = found(await findAccount(call.db, userId));
  if (url === current) return current;
  const picture = await findPicture(call, url, { ownerId: userId });
  if (!picture) throw invalid({ avatar: "请上传一张图片作为头像" });
  return picture.url;
}
