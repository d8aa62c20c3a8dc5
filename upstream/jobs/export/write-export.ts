import type { Services } from "#upstream/call/context";
import { chunksOf } from "#upstream/jobs/backup/chunks-of";
import { writeTar } from "#upstream/services/archive/write-tar";
import { FILES, markdownFiles } from "./markdown-files";

/** Files between two progress messages. */
const TOLD_EVERY = 100;

/** An export that was written. */
export type Exported = { bytes: number; texts: number; pictures: number };

/**
 * Writes every public text as Markdown, with its pictures, into an archive that any `tar` opens and `npm run import`
 * reads after unpacking, so that authors' texts are not tied to this software.
 * @throws Error if the file exists, and whatever the store throws; no partial file remains
 */
export async function writeExport(
  services: Pick<Services, "db" | "objects" | "site">,
  file: string,
  progress: (done: number) => Promise<void> = async () => {},
): Promise<Exported> {
  let texts = 0;
  const keys = new Set<string>();
  let pictures = 0;
  const { bytes } = await writeTar(file, async (tar) => {
    for await (const { name, text, keys: shown } of markdownFiles(services)) {
      const written = Buffer.from(text);
      await tar.add(name, written.byteLength, [written]);
      for (const key of shown) keys.add(key);
      texts += 1;
      if (texts % TOLD_EVERY === 0) await progress(texts);
    }
    for (const key of keys) {
      const object = await services.objects.open(key);
      // Deleted since, or never there; the text keeps its URL anyway.
      if (!object) continue;
      await tar.add(FILES + key, object.bytes, chunksOf(object.stream));
      pictures += 1;
      if (pictures % TOLD_EVERY === 0) await progress(texts + pictures);
    }
  });
  return { bytes, texts, pictures };
}
