import type { Image } from "#app/contract/common";
import type { Services } from "#upstream/call/context";
import { invalid } from "#upstream/call/errors";
import { keepShown } from "#upstream/services/storage/shown-keys";
import { readWebAddress } from "#upstream/text/web-address";

/**
 * The picture that an author chose as a cover, with its size.
 * @throws BusinessError INVALID_PARAMS when it is none that was uploaded here
 */
export async function findCover(
  { db, objects, config }: Pick<Services, "db" | "objects" | "config">,
  url: string | null,
): Promise<Image | null> {
  if (!url) return null;
  const address = readWebAddress(url, { origin: config.publicOrigin, objectsUrl: objects.publicUrl("") });
  const key = address?.kind === "object" ? address.key : "";
  await keepShown(db, [key]);
  const picture = await db
    .selectFrom("objects")
    .select(["width", "height"])
    .where("key", "=", key)
    .where("confirmed", "=", 1)
    .where("width", ">", 0)
    .executeTakeFirst();
  if (!picture) throw invalid({ coverUrl: "请选择已上传的图片作为封面" });
  return { url: objects.publicUrl(key), ...picture, alt: "" };
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
