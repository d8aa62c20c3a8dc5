import { z } from "zod";
import { BadArchive } from "#upstream/services/archive/bad-archive";

/** First entry of an archive, which describes the archive. */
export const MANIFEST = "manifest.json";
/** Folder of an archive with the store's files, by key. */
export const OBJECTS = "objects/";
/** Entry that lists the files stored beside the archive; the second, if present. */
export const FILES_BESIDE = "files.tsv";

const manifest = z.object({
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  database: z.enum(["sqlite", "postgres"]),
  /** Newest migration of the schema. */
  migration: z.string(),
  publicOrigin: z.string(),
  /** Whether the store's files are in the archive, or beside it in the backup location. */
  files: z.enum(["inside", "beside"]).default("inside"),
});
/** Description of an archive's content. */
export type Manifest = z.output<typeof manifest>;

/** Parses a manifest. @throws BadArchive if it is invalid or of another format */
export function readManifest(text: string): Manifest {
  try {
    return manifest.parse(JSON.parse(text));
  } catch (error) {
    throw new BadArchive("这不是本站的备份，或来自更新的版本", { cause: error });
  }
}
