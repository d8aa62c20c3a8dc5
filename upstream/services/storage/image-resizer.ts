import { createHash } from "node:crypto";
import type { Sharp } from "sharp";
import { createGate } from "./gate";
import { ImageCache } from "./image-cache";
import { type ImageFormat, type ImagePlan, ImagePlanError } from "./image-plan";
import type { StoredFile } from "./object-files";

/** Picture that was made over. */
export type MadeImage = { bytes: Buffer; contentType: string };

const MIB = 1024 * 1024;
const CACHE_BYTES_MAX = 256 * MIB;
const SOURCE_BYTES_MAX = 20 * MIB;
const SOURCE_PIXELS_MAX = 40e6;
const OUTPUT_PIXELS_MAX = 16_777_216;
const OUTPUT_SIDE_MAX = 16_384;
const TIMEOUT_SECONDS = 5;
const AT_ONCE = 2;
const WAITING_MAX = 64;

const FITS = { lfit: "inside", mfit: "outside", fill: "cover", pad: "contain", fixed: "fill" } as const;
type Output = ImageFormat | "gif";
const SOURCES: Record<string, Output> = {
  "image/avif": "webp",
  "image/gif": "gif",
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
};

/** Makes a stored picture over as a plan says. */
export type ImageResizer = (key: string, source: StoredFile, sourceType: string, plan: ImagePlan) => Promise<MadeImage>;

/**
 * Makes pictures over as an ImagePlan says: two at a time, each variant once, kept on disk. Metadata is dropped.
 * The result throws ImagePlanError for what is no picture or too large, BusyError when too many wait.
 */
export function createImageResizer(cacheFolder: string): ImageResizer {
  const cache = new ImageCache(cacheFolder, CACHE_BYTES_MAX);
  const gate = createGate(AT_ONCE, WAITING_MAX);
  const currentNavigation = new Map<string, Promise<Buffer>>();

  return async (key, source, sourceType, plan) => {
    const native = SOURCES[sourceType];
    if (!native) throw new ImagePlanError("not a picture that can be processed");
    if (source.bytes > SOURCE_BYTES_MAX) throw new ImagePlanError("the picture is too large");
    const output = plan.format ?? native;
    const contentType = output === "jpg" ? "image/jpeg" : `image/${output}`;
    const name = createHash("sha256")
      .update(JSON.stringify([key, source.bytes, source.modified, plan]))
      .digest("hex");
    const kept = await cache.get(name);
    if (kept) return { bytes: kept, contentType };
    let made = currentNavigation.get(name);
    if (!made) {
      made = gate(() => make(source.path, output, plan)).then(async (bytes) => {
        await cache.put(name, bytes);
        return bytes;
      });
      currentNavigation.set(name, made);
      const done = () => void currentNavigation.delete(name);
      made.then(done, done);
    }
    return { bytes: await made, contentType };
  };
}

async function make(path: string, output: Output, plan: ImagePlan): Promise<Buffer> {
  const { default: sharp } = await import("sharp");
  sharp.concurrency(1);
  // libvips would remember files by name, and a fixed key may be written again.
  sharp.cache(false);
  const animated = output === "gif" || output === "webp";
  try {
    let image = sharp(path, { limitInputPixels: SOURCE_PIXELS_MAX, failOn: "error", animated });
    if (plan.orient) image = image.autoOrient();
    if (plan.resize) image = await resized(image, plan.resize);
    return await encoded(image, output, plan.quality).timeout({ seconds: TIMEOUT_SECONDS }).toBuffer();
  } catch (error) {
    if (error instanceof ImagePlanError) throw error;
    throw new ImagePlanError(`the picture can't be processed: ${(error as Error).message}`);
  }
}

async function resized(image: Sharp, resize: NonNullable<ImagePlan["resize"]>): Promise<Sharp> {
  const { long, short, mode, enlarge } = resize;
  const side = long ?? short;
  const width = side ?? resize.width ?? undefined;
  const height = side ?? resize.height ?? undefined;
  const fit = side ? (long ? "inside" : "outside") : FITS[mode];
  if (fit === "outside" && enlarge) {
    // The one mode whose result may be far larger than the box.
    const { autoOrient } = await image.metadata();
    const scale = Math.max((width ?? 0) / autoOrient.width, (height ?? 0) / autoOrient.height);
    const [w, h] = [autoOrient.width * scale, autoOrient.height * scale];
    if (Math.max(w, h) > OUTPUT_SIDE_MAX || w * h > OUTPUT_PIXELS_MAX)
      throw new ImagePlanError("the result is too large");
  }
  return image.resize({ width, height, fit, withoutEnlargement: !enlarge, background: "#ffffff" });
}

function encoded(image: Sharp, output: Output, quality: number): Sharp {
  switch (output) {
    case "jpg":
      return image.flatten({ background: "#ffffff" }).jpeg({ quality, mozjpeg: true });
    case "png":
      return image.png();
    case "webp":
      return image.webp({ quality });
    case "avif":
      // More effort takes seconds, and a reader is waiting.
      return image.avif({ quality, effort: 2 });
    case "gif":
      return image.gif();
  }
}
