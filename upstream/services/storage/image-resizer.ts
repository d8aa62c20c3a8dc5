import { createHash } from "node:crypto";
import type { Sharp } from "sharp";
import { looksLike } from "./file-type";
import { createGate } from "./gate";
import { ImageCache } from "./image-cache";
import { type ImageFormat, type ImagePlan, ImagePlanError } from "./image-plan";
import type { StoredFile } from "./object-files";

/** Converted picture. */
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

/** Number of requests after which a picture is encoded once more with higher effort. */
const OFTEN = 20;
/** Maximum number of pictures whose requests are counted. */
const COUNTED_MAX = 5_000;
/**
 * AVIF at quality 50 looks like WebP at 80. Drawings of 1280 px: WebP 33.0 kB in 77 ms of CPU, AVIF at effort 0 26.6 kB
 * in 89 ms, at 2 19.8 kB in 409 ms, at 4 17.8 kB in 2.5 s. So the first reader does not wait longer, and popular
 * pictures get smaller.
 */
const AVIF = { quality: 5 / 8, effort: { first: 0, often: 2 } };

const FITS = { lfit: "inside", mfit: "outside", fill: "cover", pad: "contain", fixed: "fill" } as const;
type Output = ImageFormat | "gif";
const SOURCES: Record<string, Output> = {
  "image/avif": "webp",
  "image/gif": "gif",
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
};

type Making = { output: Output; plan: ImagePlan; effort: number };

/** Converts a stored picture according to a plan. */
export type ImageResizer = (key: string, source: StoredFile, sourceType: string, plan: ImagePlan) => Promise<MadeImage>;

/**
 * Creates a converter for ImagePlans: two at a time, each variant once, cached on disk. Metadata is removed. Throws
 * ImagePlanError for what is not a picture or too large, BusyError if too many are waiting.
 */
export function createImageResizer(cacheFolder: string): ImageResizer {
  const cache = new ImageCache(cacheFolder, CACHE_BYTES_MAX);
  const gate = createGate(AT_ONCE, WAITING_MAX);
  const current = new Map<string, Promise<Buffer>>();
  const asked = new Map<string, number>();
  const isOften = (name: string): boolean => {
    const times = (asked.get(name) ?? 0) + 1;
    asked.delete(name);
    asked.set(name, times);
    if (asked.size > COUNTED_MAX) asked.delete(asked.keys().next().value as string);
    return times === OFTEN;
  };
  async function makeSmaller(name: string, { path, than, ...making }: Making & { path: string; than: number }) {
    // If the queue is full or encoding fails, or the result is larger, the existing file is still sent.
    const bytes = await gate(() => make(path, making)).catch(() => null);
    if (bytes && bytes.length < than) await cache.put(name, bytes);
  }

  return async (key, source, sourceType, plan) => {
    const native = SOURCES[sourceType];
    if (!native) throw new ImagePlanError("not a picture that can be processed");
    if (source.bytes > SOURCE_BYTES_MAX) throw new ImagePlanError("the picture is too large");
    const output = plan.format ?? native;
    const name = createHash("sha256")
      .update(JSON.stringify([key, source.bytes, source.modified, plan]))
      .digest("hex");
    const kept = await cache.get(name);
    if (kept) {
      if (output === "avif" && isOften(name))
        void makeSmaller(name, { path: source.path, than: kept.length, output, plan, effort: AVIF.effort.often });
      return { bytes: kept, contentType: typeOf(kept, output) };
    }
    let made = current.get(name);
    if (!made) {
      made = gate(() => make(source.path, { output, plan, effort: AVIF.effort.first })).then(async (bytes) => {
        await cache.put(name, bytes);
        return bytes;
      });
      current.set(name, made);
      const done = () => void current.delete(name);
      made.then(done, done);
    }
    const bytes = await made;
    return { bytes, contentType: typeOf(bytes, output) };
  };
}

/** Content type of the result: animations become WebP if AVIF was requested. */
function typeOf(bytes: Buffer, output: Output): string {
  if (output === "avif" && !looksLike("image/avif", bytes)) return "image/webp";
  return output === "jpg" ? "image/jpeg" : `image/${output}`;
}

async function make(path: string, { output, plan, effort }: Making): Promise<Buffer> {
  const { default: sharp } = await import("sharp");
  sharp.concurrency(1);
  // libvips would cache files by name, but a key may be written again.
  sharp.cache(false);
  try {
    const options = { limitInputPixels: SOURCE_PIXELS_MAX, failOn: "error" as const };
    // AVIF would lose the animation.
    const moves = output === "avif" && ((await sharp(path, options).metadata()).pages ?? 1) > 1;
    const format = moves ? "webp" : output;
    let image = sharp(path, { ...options, animated: format === "gif" || format === "webp" });
    if (plan.orient) image = image.autoOrient();
    if (plan.resize) image = await resized(image, plan.resize);
    return await encoded(image, format, plan.quality, effort).timeout({ seconds: TIMEOUT_SECONDS }).toBuffer();
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
    // The only mode whose result may be far larger than the box.
    const { autoOrient } = await image.metadata();
    const scale = Math.max((width ?? 0) / autoOrient.width, (height ?? 0) / autoOrient.height);
    const [w, h] = [autoOrient.width * scale, autoOrient.height * scale];
    if (Math.max(w, h) > OUTPUT_SIDE_MAX || w * h > OUTPUT_PIXELS_MAX)
      throw new ImagePlanError("the result is too large");
  }
  return image.resize({ width, height, fit, withoutEnlargement: !enlarge, background: "#ffffff" });
}

function encoded(image: Sharp, output: Output, quality: number, effort: number): Sharp {
  switch (output) {
    case "jpg":
      return image.flatten({ background: "#ffffff" }).jpeg({ quality, mozjpeg: true });
    case "png":
      return image.png();
    case "webp":
      return image.webp({ quality });
    case "avif":
      return image.avif({ quality: Math.ceil(quality * AVIF.quality), effort });
    case "gif":
      return image.gif();
  }
}
