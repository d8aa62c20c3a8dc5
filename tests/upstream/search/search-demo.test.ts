import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { transact } from "#upstream/db/transact";
import { readScripts } from "#upstream/demo/content";
import type { ScriptItem } from "#upstream/demo/script";
import type { SearchEntry, SearchKind } from "#upstream/services/search/search";
import { type ExpectedQuery, KINDS, readFixture } from "./search-corpus";

const SEARCHED = new Set(["question", "article", "case"]);
/** Milliseconds; some thousand documents. */
const FILL_TIMEOUT = 60_000;
const FOLDER = fileURLToPath(new URL("../../../upstream/demo/content", import.meta.url));

let upstream: TestUpstream;
const titles = new Map<string, string>();

beforeAll(async () => {
  upstream = await createTestUpstream();
  const { db, search, markdown } = upstream.services;
  const items = (await readScripts(FOLDER)).filter((item) => SEARCHED.has(item.kind));
  const entryOf = (item: ScriptItem, title: string): SearchEntry => {
    const kind = item.kind as SearchKind;
    const id = titles.size + 1;
    titles.set(`${kind}/${id}`, title);
    const createdAt = new Date(Date.UTC(2026, 5, 1) - Number(item.fields.days ?? 0) * 24 * 3600 * 1000).toISOString();
    return { kind, id, title: item.title, body: markdown.plain(item.body), createdAt };
  };
  const entries = items.flatMap((item) => {
    const top = entryOf(item, item.title);
    return [top, ...item.answers.map((one) => ({ ...entryOf(one, item.title), questionId: top.id }))];
  });
  await transact(db, (trx) => search.put(trx, entries));
}, FILL_TIMEOUT);
afterAll(() => upstream.close());

describe("search over the demo world finds among the first three", () => {
  test.each(readFixture<ExpectedQuery[]>("search-demo-queries"))("$query ($scope)", async ({ query, title, scope }) => {
    const { db, search } = upstream.services;
    const kinds = KINDS[scope];
    const { hits } = await search.find(db, { text: query, kinds, offset: 0, limit: 3, perQuestion: 2 });
    expect(hits.map((hit) => titles.get(`${hit.kind}/${hit.id}`))).toContain(title);
  });
});
