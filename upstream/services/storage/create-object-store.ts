import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { workFolderPrefix } from "#runtime/work-folder";
import type { DatabaseConfig } from "#upstream/db/dialect";
import { createLocalStore } from "./local-store";
import type { ObjectStore } from "./object-store";
import { createS3Store, type S3Config } from "./s3-store";

/** Location of the files: under the data folder, or in a bucket. */
export type ObjectsConfig = { kind: "local" } | ({ kind: "s3" } & S3Config);

type ObjectStoreConfig = {
  objects: ObjectsConfig;
  dataDir: string;
  database: DatabaseConfig;
  publicOrigin: string;
  secretKey: string;
};

/** Creates the configured object store; with an in-memory database it is temporary. */
export function createObjectStore(config: ObjectStoreConfig, clock: () => Date): ObjectStore {
  if (config.objects.kind === "s3") return createS3Store(config.objects, clock);
  const passing = config.database.kind === "sqlite" && config.database.file === ":memory:";
  const folder = passing ? mkdtempSync(workFolderPrefix(tmpdir(), "shequ-objects")) : config.dataDir;
  return createLocalStore({ ...config, folder, passing }, clock);
}
