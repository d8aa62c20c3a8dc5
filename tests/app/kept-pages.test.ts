import { describe, expect, test } from "vitest";
import {
  isKeepable,
  keptHtmlOf,
  keptListHtml,
  keptPolicy,
  LIST_PLACE,
  shownHtml,
  withKeptList,
} from "#app/features/offline/kept-html";
import {
  ALL_MAX,
  afterBuild,
  afterState,
  FAVORITES_MAX,
  findKept,
  type Kept,
  type KeptPage,
  keptPathOf,
  type OfflineState,
  OWN_LEASE,
  PAGE_MAX,
  READ_MAX,
  shownPages,
  withFavorites,
  withPage,
} from "#app/features/offline/kept-pages";

const NOW = Date.parse("2026-11-25T06:00:00Z");
const pageAt = (path: string, more: Partial<KeptPage> = {}): KeptPage => ({
  path,
  title: path,
  keptAt: NOW,
  readAt: NOW,
  size: 100,
  favorite: false,
  login: null,
  own: null,
  ...more,
});
const keptOf = (...pages: KeptPage[]): Kept => ({ build: "a", pages });
const pathsOf = ({ pages }: Kept) => pages.map(({ path }) => path);
const stateOf = (more: Partial<OfflineState> = {}): OfflineState => ({
  on: true,
  login: "anna",
  rights: "r1",
  until: null,
  ...more,
});
const document = pageAt("/zhiku/article/ab12", { login: "anna", own: { rights: "r1", until: NOW + OWN_LEASE } });

test("texts are stored, but no personal page, list, form or URL with a query", () => {
  for (const path of [
    "/article/ab12",
    "/question/x",
    "/case/3",
    "/activity/4",
    "/announcement/5",
    "/zhiku/article/q",
  ]) {
    expect(keptPathOf(path), path).toBe(path);
  }
  expect(keptPathOf("/question/x", "?aid=y2")).toBe("/question/x?aid=y2");
  expect(keptPathOf("/question/x", "?aid=y2&next=/")).toBe("/question/x");
  for (const path of [
    "/",
    "/question",
    "/question/answer",
    "/account/profile",
    "/notifications/comment",
    "/write/article",
    "/zhiku/history",
    "/zhiku/article/q/original",
    "/admin/user/1",
    "/history/article/1",
    "/form/1",
    "/u/2/collection/article",
    "/login",
    "/article/a/b",
    "//article/a",
  ]) {
    expect(keptPathOf(path), path).toBeNull();
  }
});

describe("whoever reads next", () => {
  const kept = keptOf(pageAt("/case/1"), pageAt("/case/2", { login: "anna" }), document);

  test("gets nothing of another session, and paid documents are deleted", () => {
    for (const login of [null, "berta"]) {
      const after = afterState(kept, stateOf({ login, rights: login && "r1" }), NOW);
      expect(pathsOf(after), `${login}`).toEqual(["/case/1"]);
    }
    expect(pathsOf(afterState(kept, stateOf(), NOW))).toEqual(pathsOf(kept));
  });

  test("gets no document of a right that has ended, changed or is past its time", () => {
    for (const [rights, until] of [
      [null, null],
      ["r2", null],
      ["r1", NOW],
    ] as const) {
      expect(pathsOf(afterState(kept, stateOf({ rights, until }), NOW))).toEqual(["/case/1", "/case/2"]);
    }
  });

  test("gets nothing on a site that stores nothing", () => {
    expect(afterState(kept, stateOf({ on: false }), NOW).pages).toEqual([]);
  });
});

test("a document is readable until its right ends, and at most a week after the server was last asked", () => {
  const kept = keptOf(document);
  const find = (from: Kept, now: number) => findKept(from, document.path, "", now)?.path;
  expect(find(kept, NOW + OWN_LEASE - 1)).toBe(document.path);
  expect(find(kept, NOW + OWN_LEASE)).toBeUndefined();
  expect(shownPages(kept, NOW + OWN_LEASE)).toEqual([]);
  // A clock that was set back does not extend validity.
  expect(find(kept, NOW - 1)).toBeUndefined();
  const later = NOW + OWN_LEASE / 2;
  expect(find(afterState(kept, stateOf(), later), NOW + OWN_LEASE)).toBe(document.path);
  const ending = afterState(kept, stateOf({ until: NOW + 1_000 }), NOW);
  expect(find(ending, NOW + 999)).toBe(document.path);
  expect(find(ending, NOW + 1_000)).toBeUndefined();
});

test("texts of another build are deleted at once, and listed to be fetched again", () => {
  const after = afterBuild(keptOf(pageAt("/case/1")), "b");
  expect(after).toMatchObject({ build: "b", pages: [{ path: "/case/1", keptAt: null, size: 0 }] });
  expect(findKept(after, "/case/1", "", NOW)).toBeNull();
  expect(shownPages(after, NOW)).toEqual([]);
  const same = keptOf(pageAt("/case/1"));
  expect(afterBuild(same, "a")).toBe(same);
});

test("an answer's URL finds its own page, or else that of its question", () => {
  const kept = keptOf(pageAt("/question/x"), pageAt("/question/x?aid=y"));
  expect(findKept(kept, "/question/x", "?aid=y", NOW)?.path).toBe("/question/x?aid=y");
  expect(findKept(kept, "/question/x", "?aid=z", NOW)?.path).toBe("/question/x");
  expect(findKept(kept, "/account/profile", "", NOW)).toBeNull();
});

test("the last read texts and the favorites are kept, up to a number of characters", () => {
  let kept = keptOf();
  const favorites = Array.from({ length: FAVORITES_MAX + 5 }, (_, n) => `/article/f${n}`);
  kept = withFavorites(kept, favorites, "anna", NOW);
  for (let n = 0; n < READ_MAX + 5; n += 1) kept = withPage(kept, pageAt(`/case/${n}`, { readAt: NOW + n }));
  const paths = pathsOf(kept);
  expect(paths).toHaveLength(READ_MAX + FAVORITES_MAX);
  expect(paths).toContain(`/case/${READ_MAX + 4}`);
  expect(paths).not.toContain("/case/4");
  expect(paths).toContain("/article/f0");
  const large = Math.floor(ALL_MAX / 3);
  for (const n of [1, 2, 3, 4])
    kept = withPage(kept, pageAt(`/activity/${n}`, { size: large, readAt: NOW + 1_000 + n }));
  expect(pathsOf(kept)).not.toContain("/activity/1");
  expect(kept.pages.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(ALL_MAX);
});

test("a removed favorite is treated like other texts, and another's page becomes this session's", () => {
  const read = withPage(keptOf(), pageAt("/case/1"));
  const marked = withFavorites(read, ["/case/1"], "anna", NOW);
  expect(marked.pages).toMatchObject([{ path: "/case/1", login: "anna", favorite: true, keptAt: null }]);
  expect(withFavorites(marked, [], "anna", NOW).pages).toMatchObject([{ path: "/case/1", favorite: false }]);
});

describe("a page", () => {
  const headers = { "x-build": "a", "content-type": "text/html; charset=utf-8", "cache-control": "private, no-cache" };
  const reply = (more: object = {}, changed: Record<string, string> = {}) => ({
    status: 200,
    type: "basic" as const,
    redirected: false,
    headers: new Headers({ ...headers, ...changed }),
    ...more,
  });

  test("is stored if it is ours, complete, and the same for several readers", () => {
    expect(isKeepable(reply())).toBe(true);
    expect(isKeepable(reply({ status: 404 }))).toBe(false);
    expect(isKeepable(reply({ status: 206 }))).toBe(false);
    expect(isKeepable(reply({ redirected: true }))).toBe(false);
    expect(isKeepable(reply({ type: "cors" }))).toBe(false);
    expect(isKeepable(reply({ type: "opaque" }))).toBe(false);
    expect(isKeepable(reply({}, { "cache-control": "no-store" }))).toBe(false);
    expect(isKeepable(reply({}, { "content-type": "text/plain" }))).toBe(false);
    const portal = reply();
    portal.headers.delete("x-build");
    expect(isKeepable(portal)).toBe(false);
  });

  const whole =
    '<!DOCTYPE html><html><head><script>first()</script><title>甲 &amp; 乙 - 社区</title><meta property="og:title" content="甲 &amp; 乙"/><link rel="stylesheet" href="/assets/app-1.css"/></head>' +
    '<body><p>文</p><script id="start" type="application/json">{"a":1}</script><script>late()</script></body></html>';

  test("loses all scripts but the first, and finds its styles where they are stored", () => {
    const kept = keptHtmlOf(whole);
    expect(kept).toMatchObject({ title: "甲 & 乙", script: "first()", styles: ["/assets/app-1.css"] });
    expect(kept?.html.match(/<script/g)).toHaveLength(1);
    expect(kept?.html).toContain('href="/assets/app-1.css?kept"');
    expect(keptHtmlOf("<p>another's</p>")).toBeNull();
    expect(keptHtmlOf(whole.replace("文", "文".repeat(PAGE_MAX)))).toBeNull();
  });

  test("keeps text that only looks like a script or its end", () => {
    const sly = whole.replace("<p>文</p>", '<p><img alt="<script>"/><img alt="</body>"/>文</p>');
    const html = keptHtmlOf(sly)?.html ?? "";
    expect(html).toContain('<img alt="<script>"/><img alt="</body>"/>文</p>');
    const shown = shownHtml(html, "离线", "guard()");
    expect(shown).toContain("<script>guard()</script></body></html>");
    expect(shown).toContain('<body><p class="kept-line" role="status">离线');
  });

  test("may do nothing but display itself", () => {
    const policy = keptPolicy(
      "default-src 'none'; script-src 'self' 'sha256-x'; img-src 'self' data:; connect-src 'self'; report-uri /r; report-to policy",
      ["one", "two"],
    );
    expect(policy).toBe("default-src 'none'; img-src 'self' data:; script-src 'sha256-one' 'sha256-two'");
  });

  test("is listed by its title, whatever that is", () => {
    const kept = keptOf(pageAt("/case/1", { title: '<img src=x onerror="a()">' }));
    const html = withKeptList(`<body>${LIST_PLACE}</body>`, kept, NOW);
    expect(html).not.toContain("<img");
    expect(html).toContain('href="/case/1"');
    expect(keptListHtml([])).toContain("还没有存下什么");
  });
});
