import { invalid } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { isUniqueViolation } from "#upstream/db/dialect";
import { isReservedName, nameKey } from "#upstream/text/name-key";

const RESERVED = "这个昵称容易被当成本站官方，请换一个";
const TAKEN = "这个昵称已经有人用了，请换一个";

/**
 * Reserves a name for a person. A name that they have already is kept, even if somebody else has the same from before,
 * unless it is chosen `anew`.
 * @throws BusinessError INVALID_PARAMS if it is reserved or taken
 */
export async function claimName(
  trx: Db,
  { userId, nickname, anew }: { userId: number; nickname: string; anew: boolean },
): Promise<void> {
  const key = nameKey(nickname);
  const current = await trx.selectFrom("users").select("nickname").where("id", "=", userId).executeTakeFirstOrThrow();
  if (!anew && nameKey(current.nickname) === key) return;
  if (isReservedName(nickname)) throw invalid({ nickname: RESERVED });
  const owner = await trx.selectFrom("users").select("id").where("name_key", "=", key).executeTakeFirst();
  if (owner && owner.id !== userId) throw invalid({ nickname: TAKEN });
  await trx.updateTable("users").set({ name_key: key }).where("id", "=", userId).execute();
}

/** Whether a newcomer may be shown under a name that they have not chosen here: it is neither reserved nor taken. */
export async function isFreeName(db: Db, nickname: string): Promise<boolean> {
  if (isReservedName(nickname)) return false;
  const owner = db.selectFrom("users").select("id").where("name_key", "=", nameKey(nickname));
  return (await owner.executeTakeFirst()) === undefined;
}

/**
 * Converts the unique violation when two people choose a name concurrently to the usual refusal.
 * @throws that refusal, or the given error
 */
export function nameTaken(error: unknown): never {
  throw isUniqueViolation(error) ? invalid({ nickname: TAKEN }) : error;
}
