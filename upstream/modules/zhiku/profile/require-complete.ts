import type { Memo } from "#app/contract/transport";
import { isProfileComplete } from "#app/contract/zhiku/profile";
import type { Services, Viewer } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import { findProfile, type ProfileFields } from "./queries";

/**
 * Checks access to endpoints with `auth: "profile"`.
 * @param memo shared by the calls of one page; null for a write, which always checks itself
 * @throws BusinessError USER_INFO_INCOMPLETE
 */
export async function requireCompleteProfile(
  { db }: Pick<Services, "db">,
  { userId }: Viewer,
  memo: Memo | null = null,
): Promise<void> {
  const name = `profile ${userId}`;
  const profile = (memo?.get(name) as Promise<ProfileFields> | undefined) ?? findProfile(db, userId);
  memo?.set(name, profile);
  if (!isProfileComplete(await profile)) throw new BusinessError("USER_INFO_INCOMPLETE");
}
