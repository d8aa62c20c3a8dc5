import type { Generated } from "kysely";
import type { KindWith } from "#app/contract/kinds";
import type { Bit } from "#upstream/db/schema/columns";

/** 收藏: texts that members keep. */
export type FavoritesTable = {
  user_id: number;
  target_kind: KindWith<"favoritable">;
  target_id: number;
  created_at: string;
};

/** 收藏夹: groups in which a member puts favorites. */
export type FavoriteFoldersTable = {
  id: Generated<number>;
  user_id: number;
  name: string;
  /** Others see it and what is in it. */
  shown: Generated<Bit>;
  /** Its place among the folders of its owner; smaller ones stand before it. */
  place: number;
  created_at: string;
};

/** Favorites in folders; one may be in several. */
export type FavoritePlacesTable = FavoritesTable & { folder_id: number };
