import type { Metadata } from "sharp";
import { extensionOf } from "./object-key";

/** Content type of a picture, its size in pixels, and what decoding it takes. */
export type MeasuredImage = {
  contentType: string;
  width: number;
  height: number;
  /** Estimated bytes of memory for decoding and re-encoding it. */
  memory: number;
};

/** Maximum pixels of a member's picture. */
export const PIXELS_MAX = 40e6;
/** Maximum pixels of an AVIF, of which a file of 1 kB can have any number: as many as a cleaned picture may have. */
const AVIF_PIXELS_MAX = 4096 * 4096;
/** Bytes per pixel that decoding takes at once: AVIF as measured, of others all that is kept of a whole picture. */
const AVIF_PIXEL = 18;
const PIXEL = 5;

/**
 * Returns type and displayed size in pixels (EXIF orientation applied), from a picture's header; null if it is not a
 * picture of a type that we store, or has more pixels than may be decoded.
 */
export async function measureImage(source: Uint8Array): Promise<MeasuredImage | null> {
  const measured = await measureAny(source, PIXELS_MAX);
  return measured && extensionOf(measured.contentType) ? measured : null;
}

/** Measures a picture likewise, also of a type that we convert before we store it. */
export async function measureAny(source: Uint8Array, pixelsMax: number): Promise<MeasuredImage | null> {
  const { default: sharp } = await import("sharp");
  try {
    const metadata = await sharp(source, { limitInputPixels: pixelsMax }).metadata();
    const { format, compression, autoOrient, width, height } = metadata;
    const isAvif = format === "heif" && compression === "av1";
    if (isAvif && width * height > AVIF_PIXELS_MAX) return null;
    const contentType = format === "svg" ? "image/svg+xml" : `image/${isAvif ? "avif" : format}`;
    return { contentType, ...autoOrient, memory: memoryOf(metadata) };
  } catch {
    return null;
  }
}

/** Interlaced and turned pictures are held a second time; other ones are mostly decoded row by row. */
function memoryOf({ format, width, height, pages = 1, isProgressive, orientation = 1 }: Metadata): number {
  const pixels = width * height * pages;
  const times = (isProgressive ? 2 : 1) * (orientation > 1 ? 2 : 1);
  return pixels * times * (format === "heif" ? AVIF_PIXEL : PIXEL);
}
