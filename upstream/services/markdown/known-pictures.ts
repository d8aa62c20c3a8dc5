import type { Db } from "#upstream/db/dialect";
import { keepShown } from "#upstream/services/storage/shown-keys";
import type { Size } from "./pictures";

/** Knowledge of the pictures that texts show. */
export type KnownPictures = {
  /** Sizes of those among them that have one, by key. */
  sizes(keys: readonly string[]): Promise<Map<string, Size>>;
  /** Says that a text that is being written shows what it names; see `keepShown`. */
  keep(html: string): Promise<void>;
};

/** The pictures that a database knows. */
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
  keep: (html) => keepShown(db, [html]),
});
