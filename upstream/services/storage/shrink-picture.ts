/** Pixels that a picture may have before it is made smaller. */
const PIXELS_MAX = 100e6;
const SIDE_MAX = 2560;
/** Of a busy machine, too: a text that moves in would lose its picture. */
const TIMEOUT_SECONDS = 60;

/** Bytes of a picture that comes from elsewhere and is made smaller. */
export const LARGE_PICTURE_MAX = 50 * 1024 * 1024;

/** A picture as WebP, upright, without its metadata, no larger than useful; null for what is none. */
export async function shrinkPicture(
  source: Uint8Array,
): Promise<{ data: Buffer; width: number; height: number } | null> {
  const { default: sharp } = await import("sharp");
  return sharp(source, { limitInputPixels: PIXELS_MAX, animated: false })
    .timeout({ seconds: TIMEOUT_SECONDS })
    .rotate()
    .resize({ width: SIDE_MAX, height: SIDE_MAX, fit: "inside", withoutEnlargement: true })
    .webp({ quality: 82 })
    .toBuffer({ resolveWithObject: true })
    .then(
      ({ data, info: { width, height } }) => ({ data, width, height }),
      () => null,
    );
}
