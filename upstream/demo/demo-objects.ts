import type { Image } from "#app/contract/common";
import { nowIso, type Services } from "#upstream/call/context";

const CONTENT_TYPE = "image/webp";

/** Stores a drawn picture under a fixed key, with a row for its size. */
export async function putPicture(services: Services, key: string, bytes: Buffer, alt: string): Promise<Image> {
  const { default: sharp } = await import("sharp");
  const { width = 0, height = 0 } = await sharp(bytes).metadata();
  await services.objects.put(key, bytes, CONTENT_TYPE);
  await services.db
    .insertInto("objects")
    .values({
      key,
      owner_id: null,
      file_name: key.slice(key.lastIndexOf("/") + 1),
      content_type: CONTENT_TYPE,
      bytes: bytes.byteLength,
      width,
      height,
      confirmed: 1,
      created_at: nowIso(services),
    })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
  return { url: services.objects.publicUrl(key), width, height, alt };
}

/** Runs tasks with limited concurrency; pictures are drawn on sharp's threads. */
export async function inParallel<T, R>(list: readonly T[], limit: number, task: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = new Array(list.length);
  let next = 0;
  const worker = async () => {
    while (next < list.length) {
      const index = next++;
      results[index] = await task(list[index] as T);
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, list.length) }, worker));
  return results;
}
