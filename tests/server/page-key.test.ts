import { expect, test } from "vitest";
import { createPageKeys } from "#server/pages/page-key";

test("a page has one key, whatever the order of its query and whatever foreign parameters it has", () => {
  const keys = createPageKeys();
  const plain = keys.of("/search/all?q=a&page=2", "web");
  expect(plain).toEqual({
    key: "web /search/all?page=2&q=a",
    url: "/search/all?page=2&q=a",
    shortened: false,
  });
  expect(keys.of("/search/all?page=2&utm_source=x&q=a", "web")).toEqual({ ...plain, shortened: true });
  expect(keys.of("/card/site/0.png?thumb", "web")).toMatchObject({ url: "/card/site/0.png?thumb=", shortened: false });
  expect(keys.of("/search/all?q=a&page=2", "wechat").key).toBe("wechat /search/all?page=2&q=a");
});

test("a page that costs much, or a file, has a key of its own only for what it reads", () => {
  const keys = createPageKeys();
  const keyOf = (url: string) => keys.of(url, "web").key;
  for (const junk of ["page=9", "icons=1", "thumb=2", "q=1", "cursor=a", "to=/"]) {
    expect(keyOf(`/history/article/ab12?version=2&${junk}`)).toBe("web /history/article/ab12?version=2");
    expect(keyOf(`/history/article/ab12.data?_routes=a&version=2&${junk}`)).toBe(
      "web /history/article/ab12.data?_routes=a&version=2",
    );
    expect(keyOf(`/feed.xml?${junk}`)).toBe("web /feed.xml");
  }
  expect(keyOf("/card/article/1.png?page=2&thumb")).toBe("web /card/article/1.png?thumb=");
  expect(keyOf("/icons/sq.json?icons=a,b&q=1")).toBe("web /icons/sq.json?icons=a%2Cb");
  expect(keyOf("/qr.svg?to=%2Fa&q=1")).toBe("web /qr.svg?to=%2Fa");
});

test("URLs are remembered in limited number over all variants, and long ones not at all", () => {
  const keys = createPageKeys();
  const first = keys.of("/question?page=2", "web");
  expect(keys.of("/question?page=2", "web")).toBe(first);
  let most = 0;
  for (let i = 0; i < 30_000; i += 1) {
    keys.of(`/question?page=${i}`, `variant ${i % 30}`);
    most = Math.max(most, keys.size());
  }
  expect(most).toBeGreaterThan(1_000);
  expect(most).toBeLessThanOrEqual(4_000);
  const before = keys.size();
  keys.of(`/question?z=${"x".repeat(300)}`, "web");
  expect(keys.size()).toBe(before);
});
