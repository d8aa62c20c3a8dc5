import type { Services } from "#upstream/call/context";
import { chunksOf } from "#upstream/jobs/backup/chunks-of";
import { writeTar } from "#upstream/services/archive/write-tar";
import { FILES, markdownFiles } from "./markdown-files";

/** Files between two words of how far it is. */
const TOLD_EVERY = 100;

/** An export that was written. */
export type Exported = { bytes: number; texts: number; pictures: number };

/**
 * Writes every public text as Markdown, with its pictures, into one archive that any `tar` opens and `npm run import`
 * reads once it is unpacked: what belongs to nobody but those who wrote it is not tied to this program.
 * @throws Error where the file is there already, and what the store throws; nothing is left then
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
      // Gone since, or never there: the text keeps its address all the same.
      if (!object) continue;
      await tar.add(FILES + key, object.bytes, chunksOf(object.stream));
      pictures += 1;
      if (pictures % TOLD_EVERY === 0) await progress(texts + pictures);
    }
  });
  return { bytes, texts, pictures };
}
