/** Maximum pixels of a picture to shrink. */
const PIXELS_MAX = 100e6;
const SIDE_MAX = 2560;
/** Timeout even on a busy machine; on a timeout an imported text would lose its picture. */
const TIMEOUT_SECONDS = 60;

/** Maximum bytes of an external picture to shrink. */
export const LARGE_PICTURE_MAX = 50 * 1024 * 1024;

/** Converts a picture to WebP: upright, without metadata, no larger than useful; null if it is not a picture. */
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
