import { PICTURE_WIDTHS } from "#app/contract/files/picture-widths";

/** An `x-oss-process` query is invalid (client error). */
export class ImagePlanError extends Error {
  override name = "ImagePlanError";
}

/** Formats that pictures can be converted to. */
export type ImageFormat = "jpg" | "png" | "webp" | "avif";
/** Resize modes of `x-oss-process`. */
export type ResizeMode = "lfit" | "mfit" | "fill" | "pad" | "fixed";
/** Parsed steps of `x-oss-process`. */
export type ImagePlan = {
  resize: {
    mode: ResizeMode;
    width: number | null;
    height: number | null;
    /** The longer or the shorter side, if neither width nor height is given. */
    long: number | null;
    short: number | null;
    enlarge: boolean;
  } | null;
  /** 1–100. */
  quality: number;
  format: ImageFormat | null;
  orient: boolean;
};

/** Supported sizes in pixels: others are rounded up, so that nobody can fill the cache with 1,920 variants. */
const SIZES = PICTURE_WIDTHS;
const QUALITIES = [30, 50, 60, 70, 75, 80, 85, 90, 100];
const QUALITY_DEFAULT = 80;
const OPERATIONS_MAX = 4;
const SIDE_MAX = 16_384;
const QUERY_LENGTH_MAX = 200;

/**
 * Parses `image/resize,m_lfit,w_200/quality,q_80/format,webp`: the subset of the OSS syntax that we support.
 * @throws ImagePlanError for anything unknown, repeated or out of bounds
 */
export function readImagePlan(text: string): ImagePlan {
  const [first, ...operations] = text.slice(0, QUERY_LENGTH_MAX + 1).split("/");
  if (text.length > QUERY_LENGTH_MAX || first !== "image" || operations.length === 0) refuse(text);
  if (operations.length > OPERATIONS_MAX) refuse("too many operations");
  const plan: ImagePlan = { resize: null, quality: QUALITY_DEFAULT, format: null, orient: true };
  const seen = new Set<string>();
  for (const operation of operations) {
    const [name = "", ...parameters] = operation.split(",");
    if (seen.has(name)) refuse(`${name} twice`);
    seen.add(name);
    if (name === "resize") plan.resize = readResize(parameters);
    else if (name === "quality") plan.quality = readQuality(parameters);
    else if (name === "format") plan.format = oneOf(["jpg", "png", "webp", "avif"] as const, only(parameters));
    else if (name === "auto-orient") plan.orient = oneOf(["0", "1"] as const, only(parameters)) === "1";
    else refuse(`operation ${name}`);
  }
  return plan;
}

/**
 * Whether pages use this plan: narrower, not cropped, as AVIF or WebP. Anyone may request it for a public picture;
 * everything else needs a signature.
 */
export function isPlanOfPages({ resize, quality, format, orient }: ImagePlan): boolean {
  if (resize === null || (format !== "webp" && format !== "avif") || quality !== QUALITY_DEFAULT || !orient)
    return false;
  return resize.mode === "lfit" && resize.width !== null && resize.height === null && !resize.enlarge;
}

function readResize(parameters: string[]): ImagePlan["resize"] {
  const { m = "lfit", w, h, l, s, limit = "1" } = named(parameters, ["m", "w", "h", "l", "s", "limit"]);
  const [width, height, long, short] = [w, h, l, s].map((value) => (value === undefined ? null : snapped(value)));
  if (!width && !height && !long && !short) refuse("resize without a size");
  const sides = width || height ? { long: null, short: null } : { long: long ?? null, short: short ?? null };
  return {
    mode: oneOf(["lfit", "mfit", "fill", "pad", "fixed"] as const, m),
    width: width ?? null,
    height: height ?? null,
    ...sides,
    enlarge: oneOf(["0", "1"] as const, limit) === "0",
  };
}

function readQuality(parameters: string[]): number {
  const { q, Q } = named(parameters, ["q", "Q"]);
  const wanted = integer(Q ?? q ?? "", 100);
  return QUALITIES.find((each) => each >= wanted) ?? 100;
}

/** Parses `w_200` and the like, each at most once. */
function named<K extends string>(parameters: string[], known: readonly K[]): Partial<Record<K, string>> {
  const result: Partial<Record<K, string>> = {};
  for (const parameter of parameters) {
    const at = parameter.indexOf("_");
    const name = known.find((each) => each === parameter.slice(0, at));
    if (at < 1 || !name || result[name] !== undefined) return refuse(`parameter ${parameter}`);
    result[name] = parameter.slice(at + 1);
  }
  return result;
}

function snapped(value: string): number {
  const pixels = integer(value, SIDE_MAX);
  return SIZES.find((each) => each >= pixels) ?? (SIZES.at(-1) as number);
}

function integer(value: string, max: number): number {
  const number = /^[1-9]\d{0,4}$/.test(value) ? Number(value) : 0;
  return number >= 1 && number <= max ? number : refuse(`number ${value}`);
}

function oneOf<T extends string>(known: readonly T[], value: string): T {
  return known.find((each) => each === value) ?? refuse(`value ${value}`);
}

const only = (parameters: string[]): string =>
  parameters.length === 1 ? (parameters[0] as string) : refuse("parameters");

function refuse(what: string): never {
  throw new ImagePlanError(`x-oss-process: ${what.slice(0, 60)}`);
}
