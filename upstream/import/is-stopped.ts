import type { Services } from "#upstream/call/context";
import type { ImportOptions, ImportReport } from "./import-options";
import { isReadOnlyNow } from "./is-read-only-now";

/** Whether an import was aborted, or the site was made read-only meanwhile; if so, the report says it. */
export async function isStopped(
  services: Services,
  report: ImportReport,
  { signal, dryRun = false }: ImportOptions,
): Promise<boolean> {
  report.stopped ||= (signal?.aborted ?? false) || (!dryRun && (await isReadOnlyNow(services)));
  return report.stopped;
}
