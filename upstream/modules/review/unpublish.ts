import { sql } from "kysely";
import { hasTrait } from "#app/contract/kinds";
import type { Services } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { STORED } from "#upstream/db/stored-kinds";
import { softDeleteAnswer } from "#upstream/modules/answer/soft-delete";
import { softDeleteComment } from "#upstream/modules/comment/write";
import { softDelete } from "#upstream/modules/content/soft-delete";
import { purgeThings } from "#upstream/modules/trash/purge";
import type { ReviewRow } from "./queries";

/** Columns specific to a kind that show whether others have interacted with a text. */
const OF_KIND: { readonly [K in ReviewRow["kind"]]?: readonly string[] } = {
  question: ["answer_count"],
  answer: ["vote_up", "vote_down", "accepted"],
  comment: ["child_count"],
};

/** Columns that show whether others have interacted with a text, or its author has changed it. */
const touchedColumns = (kind: ReviewRow["kind"]): string[] => [
  ...(hasTrait(kind, "likable") ? ["like_count"] : []),
  ...(hasTrait(kind, "favoritable") ? ["favorite_count"] : []),
  ...(hasTrait(kind, "commentable") ? ["comment_count"] : []),
  ...(OF_KIND[kind] ?? []),
  "version - 1",
];

/**
 * Unpublishes a text that was published a moment ago, as if it had never been public; its author has it as a held text
 * again.
 * @throws BusinessError CONFLICT if anybody has answered, commented or reacted, or it was changed, deleted or removed
 */
export async function unpublish(
  trx: Db,
  services: Pick<Services, "clock" | "search">,
  kind: ReviewRow["kind"],
  id: number,
): Promise<void> {
  const touched = sql.raw(touchedColumns(kind).join(" != 0 or "));
  const { rows } = await sql<{ touched: number }>`select case when ${touched} != 0 then 1 else 0 end as touched
    from ${sql.table(STORED[kind].table)}
    where id = ${id} and deleted_at is null and removed_at is null`.execute(trx);
  const reported = await trx
    .selectFrom("reports")
    .select("id")
    .where("target_kind", "=", kind)
    .where("target_id", "=", id)
    .limit(1)
    .executeTakeFirst();
  if (rows[0] === undefined || Number(rows[0].touched) === 1 || reported) {
    throw new BusinessError("CONFLICT", "公开之后已经有人回应、举报，或作者又改过、删过，不能直接撤销；可以移除它");
  }
  if (kind === "answer") await softDeleteAnswer(trx, services, id);
  else if (kind === "comment") await softDeleteComment(trx, services, id);
  else await softDelete(trx, services, kind, id);
  await purgeThings(trx, kind, [id]);
}
