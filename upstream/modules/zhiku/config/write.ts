import type { ZhikuConfigImage } from "#app/contract/zhiku/config";
import { toJson } from "#upstream/db/columns";
import type { Db } from "#upstream/db/dialect";
import { bump } from "#upstream/db/versions";

/** Puts these pictures, in their order, in the place of all that were there. */
export async function setZhikuImages(trx: Db, images: readonly ZhikuConfigImage[]): Promise<void> {
  await trx.deleteFrom("zhiku_images").execute();
  if (images.length) {
    await trx
      .insertInto("zhiku_images")
      .values(images.map(({ image, ...rest }, position) => ({ ...rest, position, image: toJson(image) })))
      .execute();
  }
  await bump(trx, ["config"]);
}
