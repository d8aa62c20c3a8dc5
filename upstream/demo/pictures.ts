import { AVATAR_SIZE, avatarSvg } from "./drawing/avatar";
import { BANNER, bannerSvg, POSTER } from "./drawing/banner";
import { PICTURE } from "./drawing/chart-frame";
import { contentSvg } from "./drawing/content-picture";
import { COVER, coverSvg } from "./drawing/cover";

/** Pixels. */
export type PictureSize = { width: number; height: number };

/** Size of a person's picture. */
export const AVATAR: PictureSize = { width: AVATAR_SIZE, height: AVATAR_SIZE };
export { BANNER, COVER, POSTER };

/** A person's picture, the same for the same seed: WebP, `AVATAR` large. */
export const drawAvatar = (seed: string): Promise<Buffer> => toWebp(avatarSvg(seed));

/**
 * An abstract cover in the colours of a topic (a classification of articles or cases, or `activity`): WebP,
 * `COVER` large. Costs some 40 ms of processor time: draw a few for each topic and use them again.
 */
export const drawCover = (seed: string, topic: string): Promise<Buffer> => toWebp(coverSvg(seed, topic));

/** The picture that texts and settings call `demo:<name>`: WebP, `pictureSize(name)` large. */
export function drawPicture(name: string): Promise<Buffer> {
  const size = pictureSize(name);
  return toWebp(size === PICTURE ? contentSvg(name) : bannerSvg(name, size));
}

/** Size of a drawn picture by its name. */
export function pictureSize(name: string): PictureSize {
  if (name.startsWith("banner-")) return BANNER;
  return name.startsWith("poster-") ? POSTER : PICTURE;
}

async function toWebp(svg: string): Promise<Buffer> {
  const { default: sharp } = await import("sharp");
  return sharp(Buffer.from(svg)).webp({ quality: 84, effort: 2 }).toBuffer();
}
