import { createHash } from "node:crypto";
import { readFile, realpath, stat } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import sharp from "sharp";
import type { Image } from "#app/contract/common";
import { IMAGE_BYTES_MAX } from "#app/contract/limits";
import { nowIso, type Services } from "#upstream/call/context";
import { keepShown } from "#upstream/services/storage/shown-keys";
import { BadFile } from "./bad-file";
import { readdressImages } from "./image-marks";

const PIXELS_MAX = 40e6;
const SIDE_MAX = 2560;
/** Pixels; what is narrower is an icon and no cover. */
const COVER_WIDTH_MIN = 400;

/**
 * Brings the pictures of a Markdown text along: each local one is decoded, freed of its metadata and put into
 * the object store under a key made of its bytes, and the text points there. Pictures of other sites stay links.
 * @param root the folder, as `realpath` gives it; `/images/a.png` is looked for there, as site generators do
 * @returns the text, and its first picture that can serve as a cover.
 * @throws BadFile when a picture is missing, outside the folder, or no picture.
 */
export async function bringImages(
  services: Services,
  root: string,
  file: string,
  markdown: string,
): Promise<{ body: string; cover: Image | null }> {
  const targets = new Set<string>();
  readdressImages(markdown, (target) => {
    targets.add(target);
    return null;
  });
  const brought = new Map<string, Image>();
  for (const target of targets) {
    if (/^(?:https?:)?\/\/|^\/oss\//i.test(target)) continue;
    brought.set(target, await bring(services, await locate(root, file, target), target));
  }
  return {
    body: readdressImages(markdown, (target) => brought.get(target)?.url ?? null),
    cover: [...brought.values()].find(({ width }) => width >= COVER_WIDTH_MIN) ?? null,
  };
}

/** Real path of a picture's file. @throws BadFile */
async function locate(root: string, file: string, target: string): Promise<string> {
  if (/^[a-z][a-z0-9+.-]*:/i.test(target)) throw new BadFile(`图片不是文件夹里的文件：${shortened(target)}`);
  const written = decode(target.replace(/[?#].*$/s, "")).replaceAll("\\", "/");
  const path = written.startsWith("/") ? join(root, written) : resolve(dirname(file), written);
  const real = await realpath(path).catch(() => null);
  // Told apart only inside: what lies outside is nobody's business.
  if (!isInside(root, real ?? path)) throw new BadFile(`图片在文件夹之外：${shortened(target)}`);
  if (real === null) throw new BadFile(`找不到图片：${shortened(target)}`);
  return real;
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== ".." && !way.startsWith(`..${sep}`);
}

/** `%20` and the like; a name with a bare percent sign is taken as it stands. */
function decode(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}

const shortened = (target: string): string => (target.length > 100 ? `${target.slice(0, 100)}…` : target);

async function bring(services: Services, path: string, target: string): Promise<Image> {
  const info = await stat(path);
  if (!info.isFile()) throw new BadFile(`找不到图片：${shortened(target)}`);
  if (info.size > IMAGE_BYTES_MAX) throw new BadFile(`图片超过 10 MB：${shortened(target)}`);
  const source = await readFile(path).catch(() => {
    throw new BadFile(`读不了图片：${shortened(target)}`);
  });
  const key = `content/import/${createHash("sha256").update(source).digest("hex").slice(0, 32)}.webp`;
  const url = services.objects.publicUrl(key);
  await keepShown(services.db, [key]);
  const known = await services.db
    .selectFrom("objects")
    .select(["width", "height"])
    .where("key", "=", key)
    .executeTakeFirst();
  if (known) return { url, width: known.width, height: known.height, alt: "" };
  const { data, info: made } = await sharp(source, { limitInputPixels: PIXELS_MAX, animated: false })
    .rotate()
    .resize({ width: SIDE_MAX, height: SIDE_MAX, fit: "inside", withoutEnlargement: true })
    .webp({ quality: 82 })
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw new BadFile(`不是能读的图片：${shortened(target)}`);
    });
  await services.objects.put(key, data, "image/webp");
  await services.db
    .insertInto("objects")
    .values({
      key,
      owner_id: null,
      file_name: target.slice(target.lastIndexOf("/") + 1).slice(0, 200),
      content_type: "image/webp",
      bytes: data.byteLength,
      width: made.width,
      height: made.height,
      confirmed: 1,
      created_at: nowIso(services),
    })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
  return { url, width: made.width, height: made.height, alt: "" };
}
