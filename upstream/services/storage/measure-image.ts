import { extensionOf } from "./object-key";

/** Content type of a picture, and its size in pixels. */
export type MeasuredImage = { contentType: string; width: number; height: number };

const PIXELS_MAX = 40e6;

/** Returns type and displayed size in pixels (EXIF orientation applied); null if it is not a supported picture. */
export async function measureImage(bytes: Uint8Array): Promise<MeasuredImage | null> {
  const { default: sharp } = await import("sharp");
  try {
    const { format, compression, autoOrient } = await sharp(bytes, { limitInputPixels: PIXELS_MAX }).metadata();
    const name = format === "heif" && compression === "av1" ? "avif" : format;
    const contentType = name === "svg" ? "image/svg+xml" : `image/${name}`;
    return extensionOf(contentType) ? { contentType, ...autoOrient } : null;
  } catch {
    return null;
  }
}
