import { createHash } from "node:crypto";
import { readdir, readFile, realpath, stat } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import type { Image } from "#app/contract/common";
import { nowIso, type Services } from "#upstream/call/context";
import { markUsed } from "#upstream/services/storage/file-keys";
import { LARGE_PICTURE_MAX, shrinkImported } from "#upstream/services/storage/shrink-picture";
import { readdressImages } from "#upstream/text/image-marks";
import { shortened } from "#upstream/text/shortened";
import { BadFile } from "./bad-file";
import { decodePart } from "./link-by-name";

/** Minimum width of a cover in pixels; narrower pictures are icons. */
const COVER_WIDTH_MIN = 400;
const ELSEWHERE = /^(?:https?:)?\/\/|^\/oss\//i;
const DATA = /^data:image\/[a-z0-9.+-]+(;base64)?,(.*)$/is;
const PICTURE_FILE = /\.(?:png|jpe?g|gif|webp|avif|svg|bmp|tiff?)$/i;

/** Folder with the pictures of imported texts. */
export type PictureFolder = {
  /** Real path of the folder; `/images/a.png` is relative to it, as in site generators. */
  root: string;
  /**
   * Path of the only picture with this file name in the folder, since editors such as Obsidian give no path; null if
   * there is none, or several.
   */
  named(name: string): Promise<string | null>;
};

/** Creates the lookup of a folder's pictures, which are listed on the first lookup by name. */
export function pictureFolder(root: string): PictureFolder {
  let names: Promise<Map<string, string | null>> | null = null;
  const list = async () => {
    const known = new Map<string, string | null>();
    for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !PICTURE_FILE.test(entry.name)) continue;
      known.set(entry.name, known.has(entry.name) ? null : join(entry.parentPath, entry.name));
    }
    return known;
  };
  return {
    root,
    async named(name) {
      names ??= list();
      return (await names).get(name) ?? null;
    },
  };
}

type Brought = { body: string; cover: Image | null; notes: string[] };

/**
 * Imports the pictures of a Markdown text: each local picture is re-encoded without metadata and stored under a key
 * derived from its bytes, and the text refers to it. Pictures of other sites stay links. One that is missing, outside
 * the folder or invalid is left as written and reported.
 * @param dryRun only checks that the pictures exist
 */
export async function bringImages(
  services: Services,
  folder: PictureFolder,
  { file, markdown, dryRun = false }: { file: string; markdown: string; dryRun?: boolean },
): Promise<Brought> {
  const targets = new Set<string>();
  // Keeps all URLs; only converts tags to Markdown.
  const body = readdressImages(markdown, (target) => {
    if (!ELSEWHERE.test(target)) targets.add(target);
    return null;
  });
  if (targets.size === 0) return { body, cover: null, notes: [] };
  const notes: string[] = [];
  const brought = new Map<string, Image>();
  for (const target of targets) {
    try {
      const source = await bytesOf(folder, file, target);
      if (!dryRun) brought.set(target, await bring(services, source, target));
    } catch (error) {
      if (!(error instanceof BadFile)) throw error;
      notes.push(error.message);
    }
  }
  return {
    body: readdressImages(markdown, (target) => brought.get(target)?.url ?? null),
    cover: [...brought.values()].find(({ width }) => width >= COVER_WIDTH_MIN) ?? null,
    notes,
  };
}

async function bytesOf(folder: PictureFolder, file: string, target: string): Promise<Buffer> {
  const [, base64, data] = DATA.exec(target) ?? [];
  if (data !== undefined) return base64 ? Buffer.from(data, "base64") : Buffer.from(decodePart(data));
  const path = await locate(folder, file, target);
  const info = await stat(path);
  if (!info.isFile()) throw new BadFile(`找不到图片：${shortened(target)}`);
  if (info.size > LARGE_PICTURE_MAX)
    throw new BadFile(`图片超过 ${LARGE_PICTURE_MAX / 1024 / 1024} MB：${shortened(target)}`);
  return readFile(path).catch(() => {
    throw new BadFile(`读不了图片：${shortened(target)}`);
  });
}

/** Finds the real path of a picture's file. @throws BadFile */
async function locate({ root, named }: PictureFolder, file: string, target: string): Promise<string> {
  if (/^[a-z][a-z0-9+.-]*:/i.test(target)) throw new BadFile(`图片不是文件夹里的文件：${shortened(target)}`);
  const written = decodePart(target.replace(/[?#].*$/s, "")).replaceAll("\\", "/");
  const path = written.startsWith("/") ? join(root, written) : resolve(dirname(file), written);
  const real = await realpath((await isThere(path)) ? path : ((await named(basename(written))) ?? path)).catch(
    () => null,
  );
  // The same message for all paths outside, so that nothing about them is revealed.
  if (!isInside(root, real ?? path)) throw new BadFile(`图片在文件夹之外：${shortened(target)}`);
  if (real === null) throw new BadFile(`找不到图片：${shortened(target)}`);
  return real;
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== ".." && !way.startsWith(`..${sep}`);
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Stores a picture, once for the same bytes. @throws BadFile if it is not a picture */
async function bring(services: Services, source: Buffer, target: string): Promise<Image> {
  const key = `content/import/${createHash("sha256").update(source).digest("hex").slice(0, 32)}.webp`;
  const image = (await knownPicture(services, key)) ?? (await keepPicture(services, { key, source, name: target }));
  if (!image) throw new BadFile(`不是能读的图片：${shortened(target)}`);
  return image;
}

/** Loads the picture stored under a key; null if there is none. */
export async function knownPicture({ db, objects }: Services, key: string): Promise<Image | null> {
  await markUsed(db, [key]);
  const known = await db.selectFrom("objects").select(["width", "height"]).where("key", "=", key).executeTakeFirst();
  return known ? { url: objects.publicUrl(key), ...known, alt: "" } : null;
}

/** Shrinks and stores a picture; null if it is not one. */
export async function keepPicture(
  services: Services,
  { key, source, name }: { key: string; source: Buffer; name: string },
): Promise<Image | null> {
  const made = await shrinkImported(source);
  if (!made) return null;
  const { data, width, height } = made;
  await services.objects.put(key, data, "image/webp");
  await services.db
    .insertInto("objects")
    .values({
      key,
      owner_id: null,
      content_type: "image/webp",
      bytes: data.byteLength,
      width,
      height,
      confirmed: 1,
      file_name: name.startsWith("data:") ? "picture" : name.slice(name.lastIndexOf("/") + 1).slice(0, 200),
      created_at: nowIso(services),
    })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
  return { url: services.objects.publicUrl(key), width, height, alt: "" };
}
