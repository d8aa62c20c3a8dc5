import { AVATAR_SIZE, avatarSvg } from "./drawing/avatar";
import { BANNER, bannerSvg, POSTER } from "./drawing/banner";
import { PICTURE } from "./drawing/chart-frame";
import { contentSvg } from "./drawing/content-picture";
import { COVER, coverSvg } from "./drawing/cover";

/** Size in pixels. */
export type PictureSize = { width: number; height: number };

/** Size of an avatar. */
export const AVATAR: PictureSize = { width: AVATAR_SIZE, height: AVATAR_SIZE };
export { BANNER, COVER, POSTER };

/** Draws an avatar, the same for the same seed: WebP, in the size `AVATAR`. */
export const drawAvatar = (seed: string): Promise<Buffer> => toWebp(avatarSvg(seed));

/**
 * Draws an abstract cover in the colours of a topic (a classification of articles or cases, or `activity`): WebP, in
 * the size `COVER`. It takes some 40 ms of CPU time: draw a few per topic and reuse them.
 */
export const drawCover = (seed: string, topic: string): Promise<Buffer> => toWebp(coverSvg(seed, topic));

/** Draws the picture that texts and settings call `demo:<name>`: WebP, in the size `pictureSize(name)`. */
export function drawPicture(name: string): Promise<Buffer> {
  const size = pictureSize(name);
  return toWebp(size === PICTURE ? contentSvg(name) : bannerSvg(name, size));
}

/** Size of a drawn picture, by name. */
export function pictureSize(name: string): PictureSize {
  if (name.startsWith("banner-")) return BANNER;
  return name.startsWith("poster-") ? POSTER : PICTURE;
}

async function toWebp(svg: string): Promise<Buffer> {
  const { default: sharp } = await import("sharp");
  return sharp(Buffer.from(svg)).webp({ quality: 84, effort: 2 }).toBuffer();
}
