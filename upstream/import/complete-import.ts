import type { Services } from "#upstream/call/context";
import { areListsDue, rebuildListsInTurn, rebuildSiteLists } from "#upstream/db/lists/rebuild-lists";
import { fetchPictures } from "./fetch-pictures";
import type { ImportOptions, ImportReport } from "./import-options";
import { isStopped } from "./is-stopped";
import { pointLinks } from "./point-links";

/**
 * Completes an import once its texts are written: lists, links between the texts, and pictures of other sites. If it was
 * stopped, the next run does the rest.
 * @param source name of the folder or site, under which its texts are recorded
 */
export async function completeImport(
  services: Services,
  source: string,
  report: ImportReport,
  options: ImportOptions,
): Promise<void> {
  if (options.dryRun) return;
  if (await areListsDue(services.db)) {
    await rebuildListsInTurn(services, rebuildSiteLists);
    await services.search.optimize(services.connection);
  }
  if (await isStopped(services, report, options)) return;
  report.told.push(...(await pointLinks(services, source)));
  if (!options.fetchPictures) return;
  const { fetched, told, stopped } = await fetchPictures(services, source, options);
  report.fetched = fetched;
  report.told.push(...told);
  report.stopped = stopped;
}
