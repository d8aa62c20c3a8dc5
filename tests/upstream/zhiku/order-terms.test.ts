import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { agreementApi } from "#app/contract/people/agreement";
import { zhikuOrderApi } from "#app/contract/zhiku/order";
import { codeOf } from "#tests/upstream/support/outcome-of";
import { transact } from "#upstream/db/transact";
import { insertAgreement, prepareAgreement } from "#upstream/modules/agreement/write";
import { createShop, type Shop } from "./order-world";
import { addProfessional } from "./professional";

let shop: Shop;
let year: number;
let buyer: number;

beforeEach(async () => {
  shop = await createShop();
  year = await shop.addOffer();
  buyer = await addProfessional(shop.upstream, "买家", "15100000001");
});
afterEach(() => shop.upstream.close());

async function publish(newest: number, askAgain = false): Promise<void> {
  const { services } = shop.upstream;
  const fields = { key: "zhiku" as const, title: "知库服务协议", content: `第 ${newest + 1} 版` };
  const ready = await prepareAgreement(services, { ...fields, askAgain });
  await transact(services.db, (trx) => insertAgreement(trx, ready, newest));
}
/** As in the specification, which has no terms. */
const create = (requestId = randomUUID()) => {
  const body = { channel: "native", offerId: year, requestId } as const;
  return shop.upstream.measure(zhikuOrderApi.create, { body }, { as: buyer });
};
const agree = (version: number) =>
  shop.upstream.call(agreementApi.agree, { body: { agreed: [{ key: "zhiku", version }] } }, { as: buyer });
const pending = async (by: "joining" | "order-form") =>
  (await shop.upstream.call(agreementApi.pending, { query: { by } }, { as: buyer })).map(({ key, version }) => [
    key,
    version,
  ]);

test("without published terms nothing is asked, and no statement is needed", async () => {
  await create();
  const { statements } = await create();
  expect(await pending("order-form")).toEqual([]);
  await publish(0, true);
  await agree(1);
  await create();
  expect((await create()).statements).toBe(statements + 1);
});

test("the specified call works for clients that don't know of terms, until a version requires consent", async () => {
  await publish(0);
  expect(await codeOf(create())).toBe("SUCCESS");
  expect(await pending("order-form"), "our own page asks").toEqual([["zhiku", 1]]);
  await agree(1);
  await publish(1);
  expect(await pending("order-form")).toEqual([]);
});

test("terms that require consent block the order until accepted, once; redeem codes need no consent", async () => {
  const before = randomUUID();
  await create(before);
  await publish(0, true);
  expect(await codeOf(create())).toBe("AGREEMENT_REQUIRED");
  expect(await codeOf(create(before)), "what was ordered before stays").toBe("SUCCESS");
  expect(await pending("order-form")).toEqual([["zhiku", 1]]);
  expect(await pending("joining"), "nobody is kept from writing").toEqual([]);
  const [code = ""] = await shop.addCodes(year);
  const body = { channel: "redeem", code } as const;
  expect(await codeOf(shop.upstream.call(zhikuOrderApi.create, { body }, { as: buyer }))).toBe("SUCCESS");
  expect(await codeOf(agree(2)), "nobody agrees to what is not published").toBe("CONFLICT");
  await agree(1);
  expect(await codeOf(create())).toBe("SUCCESS");
  expect(await pending("order-form")).toEqual([]);
  const consents = await shop.upstream.services.db.selectFrom("consents").select(["key", "agreed_version"]).execute();
  expect(consents).toEqual([{ key: "zhiku", agreed_version: 1 }]);
});

test("a later version asks again only if it says so", async () => {
  await publish(0);
  await agree(1);
  await publish(1);
  expect(await codeOf(create())).toBe("SUCCESS");
  await publish(2, true);
  expect(await codeOf(create())).toBe("AGREEMENT_REQUIRED");
  expect(await pending("order-form")).toEqual([["zhiku", 3]]);
  await agree(3);
  expect(await codeOf(create())).toBe("SUCCESS");
});
