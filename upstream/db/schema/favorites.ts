import type { Generated } from "kysely";
import type { KindWith } from "#app/contract/kinds";
import type { Bit } from "#upstream/db/schema/columns";

/** 收藏: texts that members have favorited. */
export type FavoritesTable = {
  user_id: number;
  target_kind: KindWith<"favoritable">;
  target_id: number;
  created_at: string;
};

/** 收藏夹: a member's folders of favorites. */
export type FavoriteFoldersTable = {
  id: Generated<number>;
  user_id: number;
  name: string;
  /** Whether others may see it and its contents. */
  shown: Generated<Bit>;
  /** Sort position among its owner's folders, ascending. */
  place: number;
  created_at: string;
};

/** Favorites in folders; a favorite may be in several. */
export type FavoritePlacesTable = FavoritesTable & { folder_id: number };
