import { z } from "zod";
import { instant } from "#app/contract/admin/instant";
import { thingState } from "#app/contract/admin/thing";
import { id, nothing, time } from "#app/contract/common";
import { classification } from "#app/contract/content/classification";
import { staffEndpoint } from "#app/contract/endpoint";
import { placedKinds } from "./placed-kinds";

/** Kind of content that can be pinned and featured. */
export const placedKind = z.enum(placedKinds);

/** List in which an item is pinned: the home page's, its kind's, or its classification's. */
export const pinPlace = z.enum(["home", "list", "class"]);
export type PinPlace = z.output<typeof pinPlace>;

/** Maximum pinned items per list. */
export const PINS_MAX = 10;

/** A mark; applies until `until`, or if null, until it is removed. */
const mark = z.object({ until: time.nullable() });
const wanted = z
  .object({ until: instant.nullable().default(null) })
  .nullable()
  .default(null);

const placed = z.object({ kind: placedKind, id });
/** An item that can be pinned and featured. */
export type Placed = z.output<typeof placed>;

const named = placed.extend({
  name: z.string(),
  state: thingState,
  /** Classification of the item; null if it has none. */
  classification: classification.nullable(),
});

const pinned = named.extend({ pin: z.number(), place: pinPlace, until: time.nullable() });
/** An item pinned in one list. */
export type Pinned = z.output<typeof pinned>;

const placing = named.extend({
  /** Lists in which it can be pinned. */
  places: z.array(pinPlace),
  home: mark.nullable(),
  list: mark.nullable(),
  class: mark.nullable(),
  featured: mark.nullable(),
  version: z.string(),
});

/** Calls by which staff pin items (置顶) and feature them (精华). */
export const adminPlacingApi = {
  list: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/placing",
    permission: "content.place",
    summary: "后台：全部置顶，按所在列表与顺序；最新的一百份精华",
    data: z.object({ pins: z.array(pinned), featured: z.array(named.extend({ until: time.nullable() })) }),
  }),
  get: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/placing/:kind/:id",
    permission: "content.place",
    summary: "后台：一份内容的置顶与精华",
    params: placed,
    data: placing,
  }),
  put: staffEndpoint({
    method: "PUT",
    path: "/api/ext/admin/placing",
    permission: "content.place",
    summary: "后台：置顶一份内容、设为精华，或取消；可以定截止时间；带着版本时，别人改过的拒绝",
    body: placed.extend({
      home: wanted,
      list: wanted,
      class: wanted,
      featured: wanted,
      version: z.string().max(64).optional(),
    }),
    data: nothing,
  }),
  order: staffEndpoint({
    method: "PUT",
    path: "/api/ext/admin/placing/order",
    permission: "content.place",
    summary: "后台：排列一个列表里的置顶；期间有增减时拒绝",
    body: z.object({ pins: z.array(id).min(1, "没有要排列的置顶").max(PINS_MAX) }),
    data: nothing,
  }),
};
