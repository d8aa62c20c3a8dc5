import { adminOfferApi, OFFERS_MAX } from "#app/contract/admin/zhiku/offer";
import type { StaffCall } from "#upstream/call/context";
import { BusinessError, found } from "#upstream/call/errors";
import { type Handlers, implement } from "#upstream/call/implement";
import { type Undos, undo } from "#upstream/call/undo";
import type { Db } from "#upstream/db/dialect";
import { toBit } from "#upstream/db/schema/columns";
import { bump } from "#upstream/db/versions";
import { requireOriginalCategory } from "#upstream/modules/zhiku/catalogue/change-category";
import { categoryTree } from "#upstream/modules/zhiku/category/tree";
import { deleteOffer, findOffer, placeOffers, updateOffer } from "#upstream/modules/zhiku/rights/change-offer";
import { createOffer, OFFERS_KEY, type OfferFields } from "#upstream/modules/zhiku/rights/offers";
import { changedSince } from "#upstream/policy/changed-since";
import { idempotent, type RecordOutcome } from "#upstream/policy/idempotent";
import { nextPosition, type Position, refuseReordered } from "#upstream/policy/positions";
import { staffWrite } from "#upstream/policy/staff-write";
import { listEditedOffers } from "./queries";

const KIND = "offer";
const NO_CATEGORY = "没有这个分类";

/** State of an offer, as logged. */
type KeptOffer = OfferFields & { version: number };

const handlers: Handlers<typeof adminOfferApi> = {
  list: (_, call) => listEditedOffers(call),
  categories: async (_, call) => (await categoryTree(call)).shown.map(({ id, name }) => ({ id, name })),
  get: async ({ params: { id } }, call) => found((await listEditedOffers(call, id))[0]),

  add: ({ body }, call) =>
    idempotent(call, body, async (fields, record: RecordOutcome<{ id: number }>) => {
      await requireCategory(call, fields.categoryId);
      return staffWrite(call, async (trx, note) => {
        await requireRoom(trx);
        const { id } = await createOffer(trx, { ...fields, position: await nextPosition(trx, "zhiku_offers") });
        note({ action: "offer.add", kind: KIND, target: id, before: null, after: await keptOffer(trx, id) });
        await record(trx, { code: "SUCCESS", data: { id } });
        return { id };
      });
    }),

  async put({ body: { id, version, ...fields } }, call) {
    await requireCategory(call, fields.categoryId);
    return staffWrite(call, async (trx, note) => {
      const before = await keptOffer(trx, id);
      await updateOffer(trx, { id, version, fields });
      const after = await keptOffer(trx, id);
      note({ action: "offer.put", kind: KIND, target: id, before, after });
      return { version: after.version };
    });
  },

  order: ({ body: { ids } }, call) =>
    staffWrite(call, async (trx, note) => {
      const after = ids.map((id, position) => ({ id, position }));
      const before = await placeOffers(trx, after);
      note({ action: "offer.order", kind: KIND, target: "all", before, after });
      return null;
    }),

  remove: ({ body: { id, reason } }, call) =>
    staffWrite(call, async (trx, note) => {
      const before = await keptOffer(trx, id);
      await deleteOffer(trx, id);
      note({ action: "offer.remove", kind: KIND, target: id, before, after: null, reason });
      return null;
    }),
};

/** Requires an existing category. @throws BusinessError NOT_FOUND by field */
async function requireCategory(call: StaffCall, categoryId: number | null): Promise<void> {
  if (categoryId === null || (await categoryTree(call)).byId.has(categoryId)) return;
  throw new BusinessError("NOT_FOUND", NO_CATEGORY, { fields: { categoryId: NO_CATEGORY } });
}

/** Requires fewer than the maximum number of offers. @throws BusinessError CONFLICT */
async function requireRoom(trx: Db): Promise<void> {
  const { total } = await trx
    .selectFrom("zhiku_offers")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  if (Number(total) >= OFFERS_MAX) throw new BusinessError("CONFLICT", `商品不能超过 ${OFFERS_MAX} 项，请先删除不用的`);
}

/** An offer as logged. @throws BusinessError NOT_FOUND */
async function keptOffer(db: Db, id: number): Promise<KeptOffer> {
  const { id: _, category_id, on_sale, ...rest } = found(await findOffer(db, id));
  return { ...rest, categoryId: category_id, onSale: on_sale === 1 };
}

const idOf = ({ target }: { target: string }): number => Number(target);

const UNDOS: Undos = {
  "offer.add": undo<null, KeptOffer>(async (trx, _, row) => {
    if ((await keptOffer(trx, idOf(row))).version !== row.after.version) {
      throw changedSince();
    }
    await deleteOffer(trx, idOf(row));
  }),
  "offer.put": undo<KeptOffer, KeptOffer>(async (trx, _, row) => {
    const { position: __, version: ___, ...fields } = row.before;
    const { version } = row.after;
    if ((await keptOffer(trx, idOf(row))).version !== version) throw changedSince();
    await requireOriginalCategory(trx, fields.categoryId);
    await updateOffer(trx, { id: idOf(row), version, fields });
  }),
  "offer.order": undo<Position[], Position[]>(async (trx, _, { before, after }) => {
    refuseReordered(await placeOffers(trx, before), after);
  }),
  "offer.remove": undo<KeptOffer, null>(async (trx, _, row) => {
    const { categoryId, onSale, ...rest } = row.before;
    await requireOriginalCategory(trx, categoryId);
    const columns = { ...rest, category_id: categoryId, on_sale: toBit(onSale) };
    await trx
      .insertInto("zhiku_offers")
      .values({ id: idOf(row), ...columns })
      .execute();
    await bump(trx, [OFFERS_KEY]);
  }),
};

export const adminOffer = implement(adminOfferApi, handlers, UNDOS);
