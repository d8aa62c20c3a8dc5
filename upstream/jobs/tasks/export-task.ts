import { countTexts } from "#upstream/jobs/export/markdown-files";
import { writeExport } from "#upstream/jobs/export/write-export";
import { handOver } from "./hand-over";
import { requireOurPlace, requirePlace } from "./require-place";
import { resultOf, type Task } from "./task";

const NAME = /^export-\d{8}T\d{6}Z\.tar$/;

/** Writes an export to the backup location, replacing earlier ones. */
export const exportTask: Task = async (services, { dryRun, progress }) => {
  const place = requirePlace(services.config);
  const name = `export-${services
    .clock()
    .toISOString()
    .replace(/[-:]|\.\d{3}/g, "")}.tar`;
  const total = await countTexts(services);
  if (dryRun) return resultOf(`会把 ${total} 篇写入 ${place.shown} 的 ${name}`, []);
  await requireOurPlace(services, place);
  await progress(0, total);
  const { bytes, texts, pictures } = await handOver(place, name, async (file) => {
    const written = await writeExport(services, file, (done) => progress(done, total));
    await requireOurPlace(services, place);
    return written;
  });
  for (const old of await place.list("export-")) {
    if (NAME.test(old.name) && old.name < name) await place.remove(old.name);
  }
  return { ...resultOf(`${texts} 篇与 ${pictures} 张图片已写入 ${name}`, []), file: name, bytes };
};
