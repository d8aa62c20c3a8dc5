import { createGate } from "./gate";
import { measureAny, PIXELS_MAX } from "./measure-image";
import { inPictureTurn } from "./picture-turns";

/** Maximum pixels of a picture that an operator imports. */
const IMPORTED_PIXELS_MAX = 100e6;
const SIDE_MAX = 2560;
/** Timeout even on a busy machine; on a timeout an imported text would lose its picture. */
const TIMEOUT_SECONDS = 60;

/** Maximum bytes of an external picture to shrink. */
export const LARGE_PICTURE_MAX = 50 * 1024 * 1024;

type Shrunk = { data: Buffer; width: number; height: number };

/** However many wait, no imported text may lose its picture. */
const importGate = createGate(1, Number.POSITIVE_INFINITY);

/**
 * Converts a member's picture to WebP: upright, without metadata, no larger than useful; null if it is not a picture or
 * has too many pixels.
 * @throws BusyError if too many are waiting
 */
export async function shrinkPicture(source: Uint8Array): Promise<Shrunk | null> {
  const measured = await measureAny(source, PIXELS_MAX);
  return measured && inPictureTurn(measured.memory, () => shrink(source));
}

/** Converts a picture that an operator imports likewise, also a larger one: one at a time. */
export const shrinkImported = (source: Uint8Array): Promise<Shrunk | null> =>
  importGate(async () => {
    const measured = await measureAny(source, IMPORTED_PIXELS_MAX);
    return measured && shrink(source);
  });

async function shrink(source: Uint8Array): Promise<Shrunk | null> {
  const { default: sharp } = await import("sharp");
  return sharp(source, { limitInputPixels: IMPORTED_PIXELS_MAX, animated: false })
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
