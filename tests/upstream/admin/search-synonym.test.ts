import { afterEach, beforeEach, expect, test } from "vitest";
import { adminSearchSynonymApi } from "#app/contract/admin/site/search-synonym";
import { auditApi } from "#app/contract/admin/system/audit";
import { searchApi } from "#app/contract/reading/search";
import { type CallError, createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { createWriter } from "#tests/upstream/support/writer";

let upstream: TestUpstream;
let editor: string;
let owner: string;

beforeEach(async () => {
  upstream = await createTestUpstream();
  editor = await staffToken(upstream, await addStaff(upstream, "editor"));
  owner = await staffToken(upstream, await addStaff(upstream, "owner"));
});
afterEach(() => upstream.close());

const kept = () => upstream.call(adminSearchSynonymApi.get, {}, { token: editor });
const put = async (text: string, version?: string) =>
  upstream.call(
    adminSearchSynonymApi.put,
    { body: { synonyms: text, version: version ?? (await kept()).version } },
    { token: editor },
  );
const totalOf = async (q: string) => (await upstream.call(searchApi.article, { query: { q } })).total;
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable("was not refused"),
    ({ code, data }: CallError) => ({ code, fields: (data as { fields?: object } | null)?.fields }),
  );

test("synonyms apply to searches at once in any spelling, and no longer once removed or undone", async () => {
  const authorId = await upstream.addUser("爱丽丝", "8613800000001");
  const write = createWriter(upstream);
  await write.article({ authorId, title: "紫薯芋泥的做法", content: "蒸熟捣碎。" });
  expect(await totalOf("香芋酱")).toBe(0);
  expect(await put("紫薯芋泥，香芋酱\n\nDoD, 完成的定义 # 团队用语")).toEqual({ added: 2, removed: 0 });
  expect(await totalOf("香芋酱")).toBe(1);
  expect((await kept()).synonyms).toBe("紫薯芋泥, 香芋酱\nDoD, 完成的定义");

  // A group in another spelling is the same group.
  expect(await put("香芋酱,紫薯芋泥\nＤｏＤ，完成的定义\n")).toEqual({ added: 0, removed: 0 });
  expect(await put("DoD, 完成的定义")).toEqual({ added: 0, removed: 1 });
  expect(await totalOf("香芋酱")).toBe(0);

  const { list } = await upstream.call(auditApi.list, { query: {} }, { token: owner });
  expect(list.map(({ action }) => action)).toEqual(["search-synonym.put", "search-synonym.put"]);
  await upstream.call(auditApi.undo, { body: { id: list[0]?.id ?? 0 } }, { token: owner });
  expect(await totalOf("香芋酱")).toBe(1);
});

test("invalid lines are named, and the second of two concurrent changes gets a conflict", async () => {
  const lines = ["产品经理,PM", "只有一个", Array.from({ length: 21 }, (_, at) => `词${at}`).join()];
  expect(await refusal(put(lines.join("\n")))).toEqual({
    code: "INVALID_PARAMS",
    fields: { synonyms: "第 2 行只有一个词；第 3 行超过了 20 个词" },
  });
  const { version } = await kept();
  await put("产品经理,PM", version);
  expect(await refusal(put("产品经理,PO", version))).toMatchObject({ code: "CONFLICT" });
});
