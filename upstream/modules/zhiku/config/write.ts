import type { ZhikuConfigImage } from "#app/contract/zhiku/config";
import type { Db } from "#upstream/db/dialect";
import { toJson } from "#upstream/db/schema/columns";
import { bump } from "#upstream/db/versions";
import { markUsed } from "#upstream/services/storage/file-keys";

/** Replaces all pictures of zhiku, in order. */
export async function setZhikuImages(trx: Db, images: readonly ZhikuConfigImage[]): Promise<void> {
  await trx.deleteFrom("zhiku_images").execute();
  await insertImages(trx, images);
}

/** Replaces the pictures of one key, in order. */
export async function setZhikuImagesOf(trx: Db, key: string, images: readonly ZhikuConfigImage[]): Promise<void> {
  await trx.deleteFrom("zhiku_images").where("key", "=", key).execute();
  await insertImages(trx, images);
}

async function insertImages(trx: Db, images: readonly ZhikuConfigImage[]): Promise<void> {
  const rows = images.map(({ image, ...rest }, position) => ({ ...rest, position, image: toJson(image) }));
  await markUsed(
    trx,
    rows.map(({ image }) => image),
  );
  if (rows.length) await trx.insertInto("zhiku_images").values(rows).execute();
  await bump(trx, ["config"]);
}
