import type { Image } from "#app/contract/common";
import type { Services } from "#upstream/call/context";
import { markUsed } from "#upstream/services/storage/file-keys";
import { readWebAddress } from "#upstream/text/web-address";

/** The picture at a URL, with its size; null if it was not uploaded here, or not by this owner. Marks it as used. */
export async function findPicture(
  { db, objects, site }: Pick<Services, "db" | "objects" | "site">,
  url: string,
  { ownerId }: { ownerId?: number } = {},
): Promise<Image | null> {
  const address = readWebAddress(url, site);
  const key = address?.kind === "object" ? address.key : "";
  await markUsed(db, [key]);
  const found = db
    .selectFrom("objects")
    .select(["width", "height"])
    .where("key", "=", key)
    .where("confirmed", "=", 1)
    .where("width", ">", 0);
  const picture = await (ownerId === undefined ? found : found.where("owner_id", "=", ownerId)).executeTakeFirst();
  return picture ? { url: objects.publicUrl(key), ...picture, alt: "" } : null;
}
