import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ROUTES } from "#app/server/urls/route-facts.server";
import { giveRole, holdForConsole } from "#tests/upstream/support/staff";
import { samplePath } from "#tests/world/sample-paths";
import { createWorld, type World } from "#tests/world/world";

/** Pages of the console without path parameters; that of unknown URLs (`/admin/*`) is in home.test.ts. */
const PAGES = ROUTES.filter(
  ({ path, facts }) => facts.audience === "staff" && facts.shape === "page" && !/[:*]/.test(path),
)
  .map(({ path }) => path)
  // They redirect verified staff, and staff without a second factor.
  .filter((path) => path !== "/admin/verify" && path !== "/admin/factor/new");

let world: World;
let owner: Awaited<ReturnType<World["as"]>>;
let member: Awaited<ReturnType<World["as"]>>;
let reader: Awaited<ReturnType<World["as"]>>;

beforeAll(async () => {
  world = await createWorld();
  await giveRole(world.upstream, world.seed.alice, "owner");
  [owner, member, reader] = [await world.as(world.seed.alice), await world.as(world.seed.bob), await world.as(null)];
  await holdForConsole(world.upstream, owner.cookies.get("token") ?? "");
});
afterAll(() => world.close());

describe("every page of the console", () => {
  test.each(PAGES)("%s works for the owner, is not cached or indexed, and does not exist for members", async (path) => {
    const address = samplePath(path, world.seed);
    const page = await owner.get(address);
    expect(page.status).toBe(200);
    expect(page.headers.get("cache-control")).toContain("no-store");
    expect(page.text).toContain('<meta name="robots" content="noindex"');
    expect((await member.get(address)).status).toBe(404);
    expect((await reader.get(address)).location).toMatch(/^\/login\?next=/);
  });

  test("says of a page beyond the end of its list only that this page is empty, and leads back to the last", async () => {
    const lists: string[] = [];
    for (const path of PAGES) {
      const { text } = await owner.get(`${path}?page=9`);
      const [numbers] = /<nav class="pagination".*?<\/nav>/s.exec(text) ?? [];
      if (!numbers) continue;
      lists.push(path);
      expect(text, path).toContain("这一页没有内容了");
      expect(numbers, path).toContain(`href="${path}"`);
      expect(numbers, path).not.toContain("page=8");
    }
    expect(lists.length).toBeGreaterThan(8);
  });

  test("also of one that others have emptied since, in lists without numbers", async () => {
    /** Positions behind every entry of a list. */
    const ends = [
      "0~2999-01-01T00:00:00.000Z~1",
      "1970-01-01T00:00:00.000Z~1",
      "2999-01-01T00:00:00.000Z~1",
      "0~~",
      "1",
    ];
    const lists = new Set<string>();
    for (const path of PAGES) {
      for (const end of ends) {
        const { text } = await owner.get(`${path}?cursor=${encodeURIComponent(end)}`);
        const leads = new RegExp(`href="${path}"[^>]*>(?:<svg.*?</svg>)?(?:<[^>]*>)?(?:从头看|最新的)<`, "s").test(
          text,
        );
        if (leads && text.includes('class="empty-state"')) lists.add(path);
        if (leads) expect(text.includes("这一页没有内容了"), path).toBe(text.includes('class="empty-state"'));
      }
    }
    expect([...lists].sort()).toEqual([
      "/admin/profile",
      "/admin/review",
      "/admin/right",
      "/admin/taxonomy/tags",
      "/admin/zhiku/content",
    ]);
  });
});
