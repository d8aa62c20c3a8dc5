import type { Image } from "#app/contract/common";
import type { Services } from "#upstream/call/context";
import { invalid } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { findPicture } from "#upstream/modules/upload/find-picture";

/**
 * The picture chosen as a cover, with its size.
 * @throws BusinessError INVALID_PARAMS if it was not uploaded here
 */
export async function findCover(
  services: Pick<Services, "db" | "objects" | "site">,
  url: string | null,
): Promise<Image | null> {
  if (!url) return null;
  const picture = await findPicture(services, url);
  if (!picture) throw invalid({ coverUrl: "请选择已上传的图片作为封面" });
  return picture;
}

/**
 * Checks that an article may belong to a classification. A hidden one keeps what is already in it.
 * @param articleId id of the article that is changed; null for a new one
 * @throws BusinessError INVALID_PARAMS if there is no such classification of articles, or it is hidden
 */
export async function requireClassification(
  { db }: Pick<Services, "db">,
  id: number | null,
  articleId: number | null,
): Promise<void> {
  if (id === null) return;
  const row = await db
    .selectFrom("classifications")
    .select(["id", "hidden_at"])
    .where("id", "=", id)
    .where("kind", "=", "article")
    .executeTakeFirst();
  const isOpen = row !== undefined && (row.hidden_at === null || (await isIn(db, articleId, id)));
  if (!isOpen) throw invalid({ classificationId: "请选择列表中的分类" });
}

async function isIn(db: Db, articleId: number | null, classificationId: number): Promise<boolean> {
  if (articleId === null) return false;
  const row = await db
    .selectFrom("articles")
    .select("classification_id")
    .where("id", "=", articleId)
    .executeTakeFirst();
  return row?.classification_id === classificationId;
}
