import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { UpstreamConfig } from "#upstream/config";
import { createLocalStore } from "./local-store";
import type { ObjectStore } from "./object-store";
import { createS3Store } from "./s3-store";

/** The object store that the configuration names; beside an in-memory database it lasts until it is closed. */
export function createObjectStore(
  config: Pick<UpstreamConfig, "objects" | "dataDir" | "database" | "publicOrigin" | "secretKey">,
  clock: () => Date,
): ObjectStore {
  if (config.objects.kind === "s3") return createS3Store(config.objects, clock);
  const passing = config.database.kind === "sqlite" && config.database.file === ":memory:";
  const folder = passing ? mkdtempSync(join(tmpdir(), "shequ-objects-")) : config.dataDir;
  return createLocalStore({ ...config, folder, passing }, clock);
}
