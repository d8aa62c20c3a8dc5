import type { Db } from "#upstream/db/dialect";
import { fileKeysIn } from "#upstream/services/storage/file-keys";
import { publishedBy } from "./published-by";

/** Kinds of files that texts show and that are no person's picture, and no answer to a form. */
const GIVEN = /^(?:content|cover)\//;

/** Giver, receiver, and the receiver's text before and after the giver's change. */
type Gift = { from: number; to: number; before: readonly string[]; after: readonly string[] };

/**
 * Makes a text's author the owner of pictures that somebody else added to it, so that the text keeps them when that
 * person closes their account. Pictures that texts of the giver show remain theirs: these would lose them when the
 * receiver closes their account. File names, which are the giver's words, are forgotten.
 */
export async function giveFiles(trx: Db, { from, to, before, after }: Gift): Promise<void> {
  const known = new Set(before.flatMap(fileKeysIn));
  const added = [...new Set(after.flatMap(fileKeysIn))].filter((key) => GIVEN.test(key) && !known.has(key));
  if (added.length === 0 || from === to) return;
  const rows = trx.selectFrom("objects").select("key").where("key", "in", added).where("owner_id", "=", from);
  const own = (await rows.execute()).map(({ key }) => key);
  if (own.length === 0) return;
  const kept = new Set((await publishedBy(trx, from)).flatMap(fileKeysIn));
  const given = own.filter((key) => !kept.has(key));
  if (given.length === 0) return;
  await trx
    .updateTable("objects")
    .set({ owner_id: to, file_name: "" })
    .where("key", "in", given)
    .where("owner_id", "=", from)
    .execute();
}
