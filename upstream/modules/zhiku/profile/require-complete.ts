import { isProfileComplete } from "#app/contract/zhiku/profile";
import type { Services, Viewer } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import { findProfile } from "./queries";

/** Lets through whoever may call endpoints of `auth: "profile"`. @throws BusinessError USER_INFO_INCOMPLETE */
export async function requireCompleteProfile({ db }: Pick<Services, "db">, { userId }: Viewer): Promise<void> {
  if (!isProfileComplete(await findProfile(db, userId))) throw new BusinessError("USER_INFO_INCOMPLETE");
}
