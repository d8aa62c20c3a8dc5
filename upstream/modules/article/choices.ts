import type { Image } from "#app/contract/common";
import type { Services } from "#upstream/call/context";
import { invalid } from "#upstream/call/errors";
import { findPicture } from "#upstream/modules/upload/find-picture";

/**
 * The picture that an author chose as a cover, with its size.
 * @throws BusinessError INVALID_PARAMS when it is none that was uploaded here
 */
export async function findCover(
  services: Pick<Services, "db" | "objects" | "config">,
  url: string | null,
): Promise<Image | null> {
  if (!url) return null;
  const picture = await findPicture(services, url);
  if (!picture) throw invalid({ coverUrl: "请选择已上传的图片作为封面" });
  return picture;
}

/** @throws BusinessError INVALID_PARAMS when there is no such classification of articles. */
export async function requireClassification({ db }: Pick<Services, "db">, id: number | null): Promise<void> {
  if (id === null) return;
  const row = await db
    .selectFrom("classifications")
    .select("id")
    .where("id", "=", id)
    .where("kind", "=", "article")
    .executeTakeFirst();
  if (!row) throw invalid({ classificationId: "请选择列表中的分类" });
}
