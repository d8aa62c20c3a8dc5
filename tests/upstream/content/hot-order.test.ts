import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contentApi } from "#app/contract/reading/home-feed";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { createWriter, type Writer } from "#tests/upstream/support/writer";
import type { VersionKey } from "#upstream/db/versions";
import { createChance } from "#upstream/demo/chance";
import { orderKeys } from "#upstream/modules/content/hot-order";
import { setLike } from "#upstream/modules/like/write";

const THINGS = 70;
const READERS = 6;
const LIKES = 60;
const PAGES = [1, 2, 3, 4];
const HOUR = 3600 * 1000;

let upstream: TestUpstream;
let write: Writer;
const articles: number[] = [];
const readers: number[] = [];

beforeAll(async () => {
  upstream = await createTestUpstream();
  write = createWriter(upstream);
  const author = await upstream.addUser("作者");
  for (let n = 0; n < READERS; n += 1) readers.push(await upstream.addUser(`读者${n}`));
  const now = upstream.services.clock().getTime();
  for (let n = 0; n < THINGS; n += 1) {
    const createdAt = new Date(now - n * 5 * HOUR).toISOString();
    articles.push(await write.article({ authorId: author, title: `第 ${n} 篇`, createdAt }));
  }
});
afterAll(() => upstream.close());

/** Each page of the feed: its entries in order, and the keys of that order. */
const readPages = () =>
  Promise.all(
    PAGES.map(async (page) => {
      const { data, dependsOn } = await upstream.measure(contentApi.list, { query: { tab: "recommend", page } });
      const order = data.list.map((item) => `${item.kind}/${item.kind === "article" ? item.article.id : 0}`).join();
      return { order, keys: dependsOn.filter((key) => key.startsWith("hot-")) as VersionKey[] };
    }),
  );

describe("the order by 热门", () => {
  test("has one version key for the first entries and one for the rest; a page across the border depends on both", () => {
    expect(orderKeys({ offset: 0, limit: 20, pins: 5 })).toEqual(["hot-first"]);
    expect(orderKeys({ offset: 20, limit: 20, pins: 1 })).toEqual(["hot-first", "hot-rest"]);
    expect(orderKeys({ offset: 40, limit: 20, pins: 0 })).toEqual(["hot-rest"]);
  });

  test("changes the versions of pages whose order a like changed, not of every page", async () => {
    const { services } = upstream;
    const chance = createChance(7);
    const liked = new Set<string>();
    let untouched = 0;
    let [before, began] = [await readPages(), await services.versions.now()];
    for (let n = 0; n < LIKES; n += 1) {
      const [userId, targetId] = [chance.pick(readers), chance.pick(articles)];
      const on = !liked.delete(`${userId}/${targetId}`);
      if (on) liked.add(`${userId}/${targetId}`);
      await write.inside((trx) => setLike(trx, services, { userId, targetKind: "article", targetId, on }));
      const after = await readPages();
      for (const [index, page] of before.entries()) {
        const isRenewed = (await services.versions.latest(page.keys)) > began;
        if (page.order !== after[index]?.order) expect(isRenewed, `like ${n}, page ${PAGES[index]}`).toBe(true);
        if (!isRenewed) untouched += 1;
      }
      [before, began] = [after, await services.versions.now()];
    }
    expect(untouched).toBeGreaterThan(LIKES);
  });
});
