import { z } from "zod";
import { BadArchive } from "#upstream/services/archive/bad-archive";

/** Entry that says what an archive is; the first. */
export const MANIFEST = "manifest.json";
/** Folder of an archive with the files of the store, by their keys. */
export const OBJECTS = "objects/";
/** Entry that names the files that lie beside the archive; the second, where there is one. */
export const FILES_BESIDE = "files.tsv";

const manifest = z.object({
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  database: z.enum(["sqlite", "postgres"]),
  /** Newest migration of the schema. */
  migration: z.string(),
  publicOrigin: z.string(),
  /** Whether the files of the store lie in the archive, or beside it in the place of backups. */
  files: z.enum(["inside", "beside"]).default("inside"),
});
/** Description of what an archive is of. */
export type Manifest = z.output<typeof manifest>;

/** @throws BadArchive for what is no manifest, or that of another format */
export function readManifest(text: string): Manifest {
  try {
    return manifest.parse(JSON.parse(text));
  } catch (error) {
    throw new BadArchive("这不是本站的备份，或来自更新的版本", { cause: error });
  }
}
