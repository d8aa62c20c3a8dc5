import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { PART_NAMES, PARTS, type Part } from "#app/contract/parts";
import { paths } from "#app/paths";
import { redirects } from "#app/redirects";
import { partOfPath } from "#app/server/urls/part-of-path.server";
import { ROUTES } from "#app/server/urls/route-facts.server";
import { encodeId } from "#app/server/urls/short-id.server";
import { type Served, serveWorld } from "#tests/server/serve-world";
import { addStaff, holdForConsole } from "#tests/upstream/support/staff";
import { publicPages } from "#tests/world/page-kinds";
import { samplePath } from "#tests/world/sample-paths";
import type { Seed } from "#tests/world/seed-world";
import { createWorld, type Reader, type World } from "#tests/world/world";
import { setSetting } from "#upstream/modules/config/settings";

let world: World;
let served: Served;
let stranger: Reader;
let member: Reader;
let owner: Reader;

beforeAll(async () => {
  world = await createWorld();
  served = await serveWorld(world);
  stranger = await world.as(null);
  member = await world.as(world.seed.alice);
  owner = await world.as(await addStaff(world.upstream, "owner"));
  for (const token of owner.cookies.values()) await holdForConsole(world.upstream, token);
  const { db } = world.upstream.services;
  const links = PART_NAMES.map((part) => ({ label: PARTS[part], href: HREFS[part](world.seed) }));
  await setSetting(db, "footer", { groups: [{ title: "栏目", links }], icp: "", police: "", copyright: "" });
  const pictures = links.map(({ label, href }, at) => ({ id: at + 1, title: label, subtitle: "", href, image: null }));
  await setSetting(db, "banner", pictures);
  await setSetting(db, "poster", pictures);
});
afterEach(() => lack([]));
afterAll(async () => {
  await served.close();
  await world.close();
});

const lack = (off: Part[]) => setSetting(world.upstream.services.db, "parts", { off });

/** Possible links of an operator to each part. */
const HREFS: Record<Part, (seed: Seed) => string> = {
  article: () => "/search/article",
  case: (seed) => `/case/${seed.case}`,
  activity: () => "/activity?state=over",
  announcement: () => "/announcement",
  form: ({ form }) => `/form/${form}`,
  zhiku: () => "/zhiku",
};

/** A member's own pages, besides the public ones. */
const OWN = (seed: Seed) => [
  "/account/profile",
  "/account/secure",
  "/notifications/comment",
  "/notifications/like",
  "/notifications/collection_follow",
  "/notifications/system",
  "/write/question",
  "/write/trash",
  "/?tab=following",
  paths.writtenBy("answer", seed.alice),
];

const kindOfSearch = (path: string): Part | null => (/[?&]type=case\b/.test(path) ? "case" : null);
const partOf = (path: string): Part | null => kindOfSearch(path) ?? partOfPath(path);

/** Links and forms of a page, without those in members' texts. */
function linksOf(html: string): string[] {
  const page = html.replace(/<div class="prose[\s\S]*?<\/div>/g, "");
  return [...page.matchAll(/ (?:href|action)="([^"]*)"/g)].map(([, address = ""]) => address.replaceAll("&amp;", "&"));
}

const strayLinks = (html: string, part: Part) => linksOf(html).filter((link) => partOf(link) === part);

describe.each(PART_NAMES)("a site without %s", (part) => {
  test("has none of its pages for anybody, with the same 404 as any other URL", async () => {
    const gone = ROUTES.filter(({ facts }) => facts.part === part && facts.shape === "page");
    expect(gone.length).toBeGreaterThan(0);
    await lack([part]);
    for (const route of gone) {
      const path = samplePath(route.path, world.seed);
      const asked = route.facts.audience === "public" ? [stranger, member] : [member];
      for (const reader of asked) {
        const page = await reader.get(path);
        expect([path, page.status]).toEqual([path, 404]);
        expect(page.text).toContain("找不到这个页面");
        expect(page.text).toContain('class="site-header"');
        expect(strayLinks(page.text, part), path).toEqual([]);
      }
    }
  });

  test("is not linked from any other page, and each of them is complete", async () => {
    await lack([part]);
    const others = publicPages(world.seed).filter(([, path]) => partOf(path) !== part);
    for (const [name, path] of others) {
      for (const reader of [stranger, member]) {
        const page = await reader.get(path);
        expect([200, 302], name).toContain(page.status);
        expect(strayLinks(page.text, part), name).toEqual([]);
      }
    }
    for (const path of OWN(world.seed)) {
      const page = await member.get(path);
      expect([path, page.status]).toEqual([path, 200]);
      expect(strayLinks(page.text, part), path).toEqual([]);
    }
  });

  test("is where no short address of anything else leads", async () => {
    await lack([part]);
    for (const { from } of redirects.filter((row) => !row.from.startsWith(part))) {
      const path = samplePath(`/${from}`, world.seed);
      let page = await stranger.get(path);
      expect([path, page.status]).toEqual([path, 302]);
      while (page.location !== null) page = await stranger.get(page.location);
      expect([path, page.status]).toEqual([path, 200]);
    }
  });

  test("is in no sitemap and no feed", async () => {
    await lack([part]);
    const index = (await stranger.get("/sitemap.xml")).text;
    const maps = [...index.matchAll(/<loc>[^<]*(\/sitemap\/[^<]+)<\/loc>/g)].map(([, path = ""]) => path);
    expect(maps.length).toBeGreaterThan(2);
    for (const path of [...maps, "/feed.xml", `/u/${world.seed.alice}/feed.xml`]) {
      const file = await stranger.get(path);
      expect([path, file.status]).toEqual([path, 200]);
      const addresses = [...file.text.matchAll(/(?:<loc>|href=")https?:\/\/[^/"<]+([^"<]*)/g)].map(([, to = ""]) => to);
      expect(addresses.filter((to) => partOf(to) === part)).toEqual([]);
    }
    if (part !== "form") expect((await stranger.get(`/sitemap/${part}/0.xml`)).status).toBe(404);
  });

  test("is in no menu of the console, but staff can prepare it", async () => {
    const entries = (html: string) => linksOf(/<nav aria-label="后台">.*?<\/nav>/s.exec(html)?.[0] ?? "");
    const before = entries((await owner.get("/admin")).text);
    await lack([part]);
    const left = entries((await owner.get("/admin")).text);
    const hidden = before.filter((to) => !left.includes(to));
    // Articles are listed among all content.
    expect(hidden.length > 0).toBe(part !== "article");
    for (const path of hidden) expect([path, (await owner.get(path)).status]).toEqual([path, 200]);
  });

  test("leaves every page of the console as it was", async () => {
    const { seed } = world;
    const kinds = [`/admin/case/${seed.case}`, "/admin/case/new", "/admin/content/case", "/admin/content/case?do=sort"];
    const paths = [
      ...ROUTES.filter(({ path }) => path.startsWith("/admin/")).map(({ path }) => samplePath(path, seed)),
      ...kinds,
    ];
    const looks = async () => {
      const found: unknown[] = [];
      for (const path of paths) {
        const { status, location } = await owner.get(path);
        found.push([path, status, location]);
      }
      return found;
    };
    await lack([]);
    const before = await looks();
    await lack([part]);
    expect(await looks()).toEqual(before);
  });
});

test("the home page and the search omit a missing kind, and are complete", async () => {
  const all = (await stranger.data("/?tab=latest")).text;
  expect(all).toContain("/case/");
  for (const tab of ["", "?tab=latest"]) {
    await lack(["case", "article"]);
    const home = (await stranger.get(`/${tab}`)).text;
    expect(linksOf(home).filter((to) => /^\/(?:case|article)\//.test(to))).toEqual([]);
    expect(home).toContain(`/question/${encodeId(world.seed.question)}`);
  }
  await lack([]);
  const found = (await stranger.get(paths.search("all", "便利店"))).text;
  expect(found).toContain(`/case/${world.seed.case}`);
  await lack(["case"]);
  const less = (await stranger.get(paths.search("all", "便利店"))).text;
  expect(less).not.toContain(`/case/${world.seed.case}`);
});

test("cached pages are correct at once when a part is switched off and on", async () => {
  const statusOf = async (path: string) => (await served.get(path)).status;
  const path = `/case/${world.seed.case}`;
  for (let round = 0; round < 2; round++) {
    expect([await statusOf(path), await statusOf(path)]).toEqual([200, 200]);
    expect(await (await served.get("/question")).text()).toContain('href="/case"');
    await lack(["case"]);
    expect([await statusOf(path), await statusOf("/case"), await statusOf("/case.data")]).toEqual([404, 404, 404]);
    expect(await (await served.get("/question")).text()).not.toContain('href="/case"');
    await lack([]);
  }
});

test("without scripts the owner switches parts off and on, and can undo it from the log", async () => {
  const page = "/admin/site/parts";
  const text = (await owner.get(page)).text;
  for (const part of PART_NAMES) expect(text).toContain(PARTS[part]);
  const chosen = new FormData();
  for (const part of PART_NAMES) if (part !== "zhiku") chosen.append("on", part);
  const version = /name="version" value="(\d+)"/.exec(text)?.[1] ?? "";
  chosen.set("version", version);
  expect((await owner.submit(page, chosen)).location).toBe(page);
  expect((await stranger.get("/zhiku")).status).toBe(404);
  const [row] = await world.upstream.services.db
    .selectFrom("audit_log")
    .select(["id", "action", "target"])
    .orderBy("id", "desc")
    .limit(1)
    .execute();
  expect(row).toMatchObject({ action: "site.put", target: "parts" });
  const entry = (await owner.get(`/admin/log/${row?.id}`)).text;
  expect(entry).toContain("知库");
  await owner.submit(`/admin/log/${row?.id}`, { reason: "看错了", intent: "undo" });
  expect((await stranger.get("/zhiku")).status).toBe(200);
});

test("a form sent from a page of a part switched off meanwhile gets a 404", async () => {
  await lack(["form"]);
  const sent = await stranger.submit(`/form/${world.seed.form}`, { name: "某某" });
  expect(sent.status).toBe(404);
});
