import type { ZhikuConfigImage } from "#app/contract/zhiku/config";
import type { Db } from "#upstream/db/dialect";
import { toJson } from "#upstream/db/schema/columns";
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
