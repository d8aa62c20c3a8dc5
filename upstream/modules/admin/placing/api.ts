import type { PlacedKind } from "#app/contract/admin/content/placed-kinds";
import { adminPlacingApi, PINS_MAX, type PinPlace, type Placed } from "#app/contract/admin/content/placing";
import { hasTrait } from "#app/contract/kinds";
import { BusinessError, found, invalid } from "#upstream/call/errors";
import { type Handlers, implement } from "#upstream/call/implement";
import { type Undos, undo } from "#upstream/call/undo";
import type { Db } from "#upstream/db/dialect";
import { toJson } from "#upstream/db/schema/columns";
import { stateOfThing } from "#upstream/modules/admin/content/things";
import { refuseStale, stateVersion } from "#upstream/modules/admin/state-version";
import { bumpPlaced, type PlacedState, placedStateOf, setPlaced, topPosition } from "#upstream/modules/pin/write";
import { changedSince } from "#upstream/policy/changed-since";
import { type Position, refuseReordered, requireWholeOrder } from "#upstream/policy/positions";
import { staffWrite } from "#upstream/policy/staff-write";
import { listFeatured, listPins, othersPinned, type PlacedThing, placedThing } from "./queries";

const ACTION = "content.place";

/** Lists in which an item can be pinned. */
const placesOf = ({ kind, classification_id }: PlacedThing): PinPlace[] => [
  ...(hasTrait(kind, "inFeed") ? (["home"] as const) : []),
  "list",
  ...(hasTrait(kind, "classified") && classification_id !== null ? (["class"] as const) : []),
];

const namedView = (thing: PlacedThing) => ({
  kind: thing.kind,
  id: thing.id,
  name: thing.name,
  state: stateOfThing(thing),
  classification:
    thing.classification_id === null ? null : { id: thing.classification_id, name: thing.classification_name ?? "" },
});

const handlers: Handlers<typeof adminPlacingApi> = {
  async list(_, { db }) {
    const pins = await listPins(db);
    const featured = await listFeatured(db);
    return {
      pins: pins.map(({ pin, thing }) => ({ ...namedView(thing), pin: pin.id, place: pin.place, until: pin.until_at })),
      featured: featured.map((thing) => ({ ...namedView(thing), until: thing.featured_until })),
    };
  },

  async get({ params }, { db }) {
    const thing = await placedThing(db, params);
    const state = await placedStateOf(db, params);
    const { home, list, class: ofClass, featured } = state;
    const marks = { home, list, class: ofClass, featured };
    return { ...namedView(thing), places: placesOf(thing), ...marks, version: stateVersion(state) };
  },

  async put({ body: { kind, id, version, ...wanted } }, call) {
    const now = (await call.databaseClock()).toISOString();
    return staffWrite(call, async (trx, note) => {
      const thing = await placedThing(trx, { kind, id });
      const before = await placedStateOf(trx, { kind, id });
      refuseStale(before, version);
      const after = await statedAfter(trx, { thing, before, wanted, now });
      if (toJson(before) === toJson(after)) return null;
      await setPlaced(trx, { kind, id }, after);
      note({ action: ACTION, kind, target: id, before, after });
      return null;
    });
  },

  order: ({ body: { pins } }, call) =>
    staffWrite(call, async (trx, note) => {
      const all = await listPins(trx);
      const first = found(all.find(({ pin }) => pin.id === pins[0]));
      const group = all.filter((one) => isBeside(one, first));
      const before = group.map(({ pin }) => ({ id: pin.id, position: pin.position }));
      const after = pins.map((id, at) => ({ id, position: before[at]?.position ?? 0 }));
      requireWholeOrder(before, after, "期间有人增减了置顶，请看一看再排");
      await setPositions(trx, after);
      const { place, kind } = first.pin;
      note({ action: "pin.order", kind: "pin", target: place === "home" ? place : `${place}/${kind}`, before, after });
      return null;
    }),
};

type ListedPin = Awaited<ReturnType<typeof listPins>>[number];

/** Whether two items are pinned in the same list. */
const isBeside = (one: ListedPin, other: ListedPin): boolean =>
  one.pin.place === other.pin.place &&
  (one.pin.place === "home" || one.pin.kind === other.pin.kind) &&
  (one.pin.place !== "class" || one.thing.classification_id === other.thing.classification_id);

type WantedPlacing = Record<PinPlace | "featured", { until: string | null } | null>;
type Change = { thing: PlacedThing; before: PlacedState; wanted: WantedPlacing; now: string };

/**
 * Computes the new marks of an item. A newly pinned item is placed above the others.
 * @throws BusinessError CONFLICT if it is not public; INVALID_PARAMS by field
 */
async function statedAfter(trx: Db, { thing, before, wanted, now }: Change): Promise<PlacedState> {
  const isNew = (name: PinPlace | "featured") => wanted[name] !== null && before[name] === null;
  const names = ["home", "list", "class", "featured"] as const;
  if (stateOfThing(thing) !== "public" && names.some(isNew)) {
    throw new BusinessError("CONFLICT", "它不在站上，不能置顶或设为精华");
  }
  const wrong: Record<string, string> = {};
  const after: PlacedState = { home: null, list: null, class: null, featured: null };
  const top = await topPosition(trx);
  for (const name of names) {
    const mark = wanted[name];
    if (mark === null) continue;
    const { until } = mark;
    if (until !== null && until <= now && until !== before[name]?.until)
      wrong[`${name}.until`] = "截止时间要在现在以后";
    if (name === "featured") {
      after.featured = { until };
      continue;
    }
    if (isNew(name) && !placesOf(thing).includes(name)) wrong[name] = "它不在这个列表里";
    else if (isNew(name) && (await othersPinned(trx, name, thing)) >= PINS_MAX) {
      wrong[name] = `这个列表已经置顶了 ${PINS_MAX} 份，请先取消一些`;
    }
    after[name] = { position: before[name]?.position ?? top, until };
  }
  if (Object.keys(wrong).length > 0) throw invalid(wrong);
  return after;
}

async function setPositions(trx: Db, places: readonly Position[]): Promise<void> {
  for (const { id, position } of places) {
    const moved = await trx
      .updateTable("pins")
      .set({ position })
      .where("id", "=", id)
      .returning(["kind", "item_id"])
      .executeTakeFirst();
    if (!moved) throw new BusinessError("CONFLICT", "有的置顶已经取消了");
    await bumpPlaced(trx, { kind: moved.kind, id: moved.item_id });
  }
}

const UNDOS: Undos = {
  [ACTION]: undo<PlacedState, PlacedState, PlacedKind>(async (trx, call, { kind, target, before, after }) => {
    const place: Placed = { kind, id: Number(target) };
    await placedThing(trx, place);
    if (toJson(await placedStateOf(trx, place)) !== toJson(after)) throw changedSince();
    const now = (await call.databaseClock()).toISOString();
    // The sweep would remove it immediately.
    const isOver = Object.values(before).some((mark) => mark !== null && mark.until !== null && mark.until <= now);
    if (isOver) throw new BusinessError("CONFLICT", "原来的截止时间已经过了，请重新设置");
    await setPlaced(trx, place, before);
  }),
  "pin.order": undo<Position[], Position[]>(async (trx, _, { before, after }) => {
    const ids = after.map(({ id }) => id);
    const now = await trx.selectFrom("pins").select(["id", "position"]).where("id", "in", ids).execute();
    refuseReordered(now, after);
    await setPositions(trx, before);
  }),
};

export const adminPlacing = implement(adminPlacingApi, handlers, UNDOS);
