import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { adminZhikuCategoryApi } from "#app/contract/admin/zhiku/category";
import { adminZhikuContentApi } from "#app/contract/admin/zhiku/content";
import { adminOfferApi } from "#app/contract/admin/zhiku/offer";
import { uploadApi } from "#app/contract/files/upload";
import { zhikuCategoryApi } from "#app/contract/zhiku/category";
import { zhikuContentApi } from "#app/contract/zhiku/content";
import { zhikuOrderApi } from "#app/contract/zhiku/order";
import { zhikuRightsApi } from "#app/contract/zhiku/rights";
import { zhikuSearchApi } from "#app/contract/zhiku/search";
import { zhikuUserApi } from "#app/contract/zhiku/user";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { ASK_AFTER } from "#tests/upstream/zhiku/order-world";
import { sweepOrders } from "#upstream/modules/zhiku/order/sweep-orders";

let upstream: TestUpstream;
let now = new Date("2026-06-01T08:00:00.000Z");
beforeEach(async () => {
  upstream = await createTestUpstream({ clock: () => now });
});
afterEach(() => upstream.close());

const PDF = new TextEncoder().encode("%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n");

test("a site without any zhiku gets one through the console alone, and a reader buys, reads and downloads", async () => {
  const { db, fakes } = upstream.services;
  for (const table of ["zhiku_categories", "zhiku_contents", "zhiku_offers"] as const) {
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
  }
  const editor = { token: await staffToken(upstream, await addStaff(upstream, "zhiku-editor")) };
  const finance = { token: await staffToken(upstream, await addStaff(upstream, "finance")) };

  const place = { name: "增长", description: "获客与留存", parentId: null, cover: "", banner: "" };
  const { id: categoryId } = await upstream.call(adminZhikuCategoryApi.add, { body: place }, editor);
  const file = { fileName: "全文.pdf", contentType: "application/pdf", bytes: PDF.byteLength };
  const { uploadUrl, headers, key } = await upstream.call(adminZhikuContentApi.presignFile, { body: file }, editor);
  const length = { "content-length": String(PDF.byteLength) };
  const sent = { method: "PUT", headers: { ...headers, ...length }, body: PDF };
  await upstream.program.fetch(new Request(new URL(uploadUrl, "http://shequ.test"), sent));
  await upstream.call(uploadApi.confirm, { body: { key } }, editor);
  const written = {
    categoryId,
    type: "report" as const,
    title: "留存曲线怎么读",
    abstract: "一份读图指南",
    content: "先看**前七天**。\n\n<!--more-->\n\n## 平台期\n\n付费的正文。",
    attachments: [{ key, fileName: "全文.pdf" }],
  };
  const { id: contentId } = await upstream.call(adminZhikuContentApi.add, { body: written }, editor);
  await upstream.call(adminZhikuContentApi.show, { body: { id: contentId } }, editor);
  const sold = { name: "增长一年", description: "", categoryId, price: 19_900, days: 365, onSale: true };
  const { id: offerId } = await upstream.call(adminOfferApi.add, { body: sold }, finance);

  const reader = await upstream.addUser("读者", "8613700000001");
  const as = { as: reader };
  expect(
    (await upstream.call(zhikuCategoryApi.list, { query: { type: 1 } })).map(({ name, total }) => [name, total]),
  ).toEqual([["增长", 1]]);
  const read = () => upstream.call(zhikuContentApi.get, { params: { id: contentId } }, as);
  expect((await read()).viewer.denied).toBe("USER_INFO_INCOMPLETE");
  const profile = { name: "王读者", company: "某公司", department: "产品", position: "经理", email: "a@b.cn" };
  await upstream.call(zhikuUserApi.update, { body: { ...profile, phone: "13700000001" } }, as);
  const shut = await read();
  expect(shut.viewer.denied).toBe("RIGHTS_NOT_SUBSCRIBED");
  expect(shut.contentHtml).toContain("前七天");
  expect(shut.contentHtml).not.toContain("付费的正文");
  const [offer] = await upstream.call(zhikuRightsApi.list, { query: { categoryId } });
  expect(offer).toMatchObject({ id: offerId, price: 19_900, category: { id: categoryId } });

  const body = { channel: "native" as const, offerId, requestId: randomUUID() };
  const { order } = await upstream.call(zhikuOrderApi.create, { body }, as);
  expect(order.amount).toBe(19_900);
  expect(fakes?.pay.pay(order.orderNo, { quietly: true })).toBeNull();
  now = new Date(now.getTime() + ASK_AFTER + 1);
  await sweepOrders(upstream.services);
  const open = await read();
  expect(open.viewer.denied).toBeNull();
  expect(open.contentHtml).toContain("付费的正文");
  expect((await upstream.call(zhikuSearchApi.content, { query: { q: "平台期" } }, as)).total).toBe(1);

  const [attachment] = await upstream.call(zhikuContentApi.attachmentList, { query: { contentId } });
  const download = { body: { attachmentId: attachment?.id ?? 0 } };
  const { url } = await upstream.call(zhikuContentApi.attachmentDownloadUrl, download, as);
  const answer = await upstream.program.fetch(new Request(new URL(url, "http://shequ.test")));
  expect(new Uint8Array(await answer.arrayBuffer())).toEqual(PDF);
});
