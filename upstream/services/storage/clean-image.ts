import { measureImage } from "./measure-image";
import { inPictureTurn } from "./picture-turns";

const PIXELS_MAX = 40e6;
/** Maximum pixels of the longer side; nothing displays more. */
const SIDE_MAX = 4096;
const AVATAR_SIDE = 512;
const TIMEOUT_SECONDS = 20;

/** Re-encoded picture with its size in pixels. */
export type CleanImage = { bytes: Buffer; width: number; height: number };

/**
 * Re-encodes a picture: upright, no larger than needed, without camera metadata (place, device, time). `avatar` crops a
 * centred square. Null if it is not a picture of this type.
 * @throws BusyError if too many are waiting
 */
export async function cleanImage(
  bytes: Uint8Array,
  contentType: string,
  { avatar }: { avatar: boolean },
): Promise<CleanImage | null> {
  const measured = await measureImage(bytes);
  if (measured?.contentType !== contentType) return null;
  const { default: sharp } = await import("sharp");
  const animated = contentType === "image/gif" || contentType === "image/webp";
  const side = avatar ? AVATAR_SIDE : SIDE_MAX;
  try {
    return await inPictureTurn(measured.memory, async () => {
      const image = sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: "error", animated })
        .timeout({ seconds: TIMEOUT_SECONDS })
        .autoOrient()
        .resize({ width: side, height: side, fit: avatar ? "cover" : "inside", withoutEnlargement: !avatar });
      const output = ENCODERS[contentType]?.(image) ?? image;
      const { data, info } = await output.toBuffer({ resolveWithObject: true });
      return { bytes: data, width: info.width, height: info.pageHeight ?? info.height };
    });
  } catch (error) {
    // libvips does not distinguish its errors; a full queue is another matter.
    if (error instanceof Error && error.name === "BusyError") throw error;
    return null;
  }
}

type Encoder = (image: import("sharp").Sharp) => import("sharp").Sharp;
const ENCODERS: Record<string, Encoder> = {
  "image/avif": (image) => image.avif({ quality: 60, effort: 2 }),
  "image/gif": (image) => image.gif(),
  "image/jpeg": (image) => image.jpeg({ quality: 88, mozjpeg: false }),
  "image/png": (image) => image.png({ compressionLevel: 8 }),
  "image/webp": (image) => image.webp({ quality: 88 }),
};
