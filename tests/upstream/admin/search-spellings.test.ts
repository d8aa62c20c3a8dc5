import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { adminContentApi } from "#app/contract/admin/content/content";
import { adminFormApi } from "#app/contract/admin/content/form";
import { adminSubmissionApi } from "#app/contract/admin/content/submission";
import { adminWordApi } from "#app/contract/admin/review/word";
import { adminAgreementApi } from "#app/contract/admin/site/agreement";
import { adminUserApi } from "#app/contract/admin/user/user";
import { adminZhikuContentApi } from "#app/contract/admin/zhiku/content";
import { adminProfileApi } from "#app/contract/admin/zhiku/profile";
import { formApi } from "#app/contract/content/form";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { createWriter } from "#tests/upstream/support/writer";
import { addProfessional } from "#tests/upstream/zhiku/professional";
import { createZhikuWorld } from "#tests/upstream/zhiku/zhiku-world";

/** Names, and other spellings by which they are found. */
const NAMES: Record<string, string[]> = {
  Élodie: ["élodie", "ÉLODIE", "lodie"],
  Яна: ["яна", "ЯНА"],
  "Оля Петрова": ["оля петрова", "ОЛЯ ПЕТРОВА"],
  ＡＢＣ君: ["abc君", "ABC君", "ａｂｃ", "Ａｂｃ君"],
  "ＡＩ 时代": ["ai 时代", "AI 时代", "ａｉ 时代"],
  "100%_纯": ["100%_", "１００％"],
  "Zoë\\": ["ZOË\\", "\\"],
};

let upstream: TestUpstream;
let token: string;
let form: number;

beforeAll(async () => {
  upstream = await createTestUpstream();
  token = await staffToken(upstream, await addStaff(upstream, "owner"));
  const zhiku = await createZhikuWorld(upstream);
  const write = createWriter(upstream);
  const author = await upstream.addUser("作者");
  const at = "2026-03-01T00:00:00.000Z";
  const terms = { key: "terms", version: 1, title: "协议", content: "正文", content_html: "", changes: "" } as const;
  await upstream.services.db
    .insertInto("agreements")
    .values({ ...terms, effective_at: at, applied_at: at, ask_again: 0, published_at: at, published_by: null })
    .execute();
  const fields = [
    { label: "姓名", type: "text", rules: [] },
    { label: "去处", type: "select", options: [{ label: "不去" }, { label: "Ｃａｆé Ñandú" }] },
  ];
  form = (await upstream.call(adminFormApi.add, { body: { title: "报名", fields } as never }, { token })).id;
  for (const name of Object.keys(NAMES)) {
    await addProfessional(upstream, name);
    const questionId = await write.question({ authorId: author, title: `谈谈${name}` });
    await write.answer({ authorId: author, questionId, content: `正文里提到 ${name}。` });
    await zhiku.add({ title: `关于${name}` });
    await upstream.call(adminWordApi.put, { body: { word: name, action: "review" } }, { token });
    const submission = { id: form, values: { f1: `我是${name}`, f2: "不去" } };
    await upstream.call(formApi.submit, { body: submission }, { as: await upstream.addUser("填表的人") });
  }
});
afterAll(() => upstream.close());

const content = async (kind: "question" | "answer", q: string) =>
  (await upstream.call(adminContentApi.list, { params: { kind }, query: { q } }, { token })).list.map(
    ({ name }) => name,
  );
const submissions = async (q: string) =>
  (await upstream.call(adminSubmissionApi.list, { query: { formId: form, q } }, { token })).list;

/** Names that each search of the console finds. */
const SEARCHES: Record<string, (q: string) => Promise<string[]>> = {
  members: async (q) =>
    (await upstream.call(adminUserApi.list, { query: { q } }, { token })).list.map(({ nickname }) => nickname),
  "members who agreed to nothing": async (q) => {
    const query = { q, state: "missing" } as const;
    const { list } = await upstream.call(adminAgreementApi.consents, { params: { key: "terms" }, query }, { token });
    return list.map(({ nickname }) => nickname);
  },
  texts: (q) => content("question", q),
  documents: async (q) =>
    (await upstream.call(adminZhikuContentApi.list, { query: { q } }, { token })).list.map(({ title }) => title),
  "professional profiles": async (q) =>
    (await upstream.call(adminProfileApi.list, { query: { q } }, { token })).list.map(({ name }) => name),
  "sensitive words": async (q) =>
    (await upstream.call(adminWordApi.list, { query: { q } }, { token })).list.map(({ word }) => word),
  submissions: async (q) => (await submissions(q)).map(({ answers }) => JSON.stringify(answers)),
};

describe.each(Object.entries(SEARCHES))("the console's search for %s", (what, search) => {
  test.each(Object.entries(NAMES))("finds %s in any case and width, and nothing else", async (name, others) => {
    for (const q of [name, ...others]) {
      const found = await search(q);
      const shown = what === "submissions" ? JSON.stringify(name).slice(1, -1) : name;
      expect(found, q).toEqual([expect.stringContaining(shown)]);
    }
  });
});

test.each(Object.keys(NAMES))("the console's search finds %s within a text as it is typed", async (name) => {
  expect(await content("answer", name)).toHaveLength(1);
});

test("a label in any case and width finds the submissions in which it was chosen", async () => {
  expect(await submissions("cafÉ ñANDÚ")).toEqual([]);
  const values = { f1: "", f2: "Ｃａｆé Ñandú" };
  await upstream.call(formApi.submit, { body: { id: form, values } }, { as: await upstream.addUser("爱旅行的人") });
  expect(await submissions("cafÉ ñANDÚ")).toHaveLength(1);
});
