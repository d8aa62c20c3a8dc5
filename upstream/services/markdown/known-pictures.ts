import type { Db } from "#upstream/db/dialect";
import { markUsed } from "#upstream/services/storage/file-keys";
import type { Size } from "./pictures";

/** Lookups of pictures used by texts. */
export type KnownPictures = {
  /** Known sizes by key. */
  sizes(keys: readonly string[]): Promise<Map<string, Size>>;
  /** Marks the files in a text being written as used; see `markUsed`. */
  keep(html: string): Promise<void>;
};

/** Creates lookups in a database. */
export const knownPictures = (db: Db): KnownPictures => ({
  async sizes(keys) {
    const rows = await db
      .selectFrom("objects")
      .select(["key", "width", "height"])
      .where("key", "in", keys)
      .where("width", ">", 0)
      .execute();
    return new Map(rows.map(({ key, width, height }) => [key, { width, height }]));
  },
  keep: (html) => markUsed(db, [html]),
});
