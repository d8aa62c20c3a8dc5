import type { Image } from "#app/contract/common";
import type { Services } from "#upstream/call/context";
import { invalid } from "#upstream/call/errors";
import { findPicture } from "./find-picture";

type Chosen = {
  /** Pictures already in use, which may stay wherever they are stored. */
  held?: readonly (Image | null)[];
  /** Name of the form's field. */
  field: string;
  /** Alt text. */
  alt: string;
};

/**
 * Resolves a picture chosen by URL; null for an empty one.
 * @throws BusinessError INVALID_PARAMS by field if it was not uploaded here
 */
export async function chosenPicture(
  services: Pick<Services, "db" | "objects" | "site">,
  url: string,
  { held = [], field, alt }: Chosen,
): Promise<Image | null> {
  if (!url) return null;
  const image = held.find((one) => one?.url === url) ?? (await findPicture(services, url));
  if (!image) throw invalid({ [field]: "请上传一张图片" });
  return { ...image, alt };
}
