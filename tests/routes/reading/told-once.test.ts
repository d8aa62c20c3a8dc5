import { afterAll, beforeAll, expect, test } from "vitest";
import { paths } from "#app/paths";
import { createWorld, type Reader, type World } from "#tests/world/world";
import { insertAnnouncement, prepareAnnouncement } from "#upstream/modules/announcement/write";

let world: World;
let reader: Reader;

beforeAll(async () => {
  world = await createWorld();
  reader = await world.as(null);
});
afterAll(() => world.close());

const written = (text: string) => text.replace(/<script[\s\S]*?<\/script>|<!-- -->/g, "");

test("an announcement's neighbours are not repeated among the newest beside it", async () => {
  const { announcement } = world.seed;
  const { services } = world.upstream;
  for (const title of ["后一篇公告", "再后一篇公告"]) {
    const prepared = await prepareAnnouncement(services, { title, content: "正文" });
    await world.write.inside((trx) => insertAnnouncement(trx, services, prepared));
  }
  const text = written((await reader.get(paths.announcement(announcement))).text);
  const links = [...text.matchAll(/href="\/announcement\/(\d+)"/g)].map(([, id]) => id);
  expect(links.length).toBeGreaterThan(0);
  expect(links).toEqual([...new Set(links)]);
});

test("all favorites are listed before those of one kind", async () => {
  const { text } = await reader.get(paths.userArticleCollection(world.seed.bob));
  const views = [...text.matchAll(/href="\/u\/\d+\/(_?collection[^"]*)"/g)].map(([, view]) => view);
  expect(views.indexOf("_collection")).toBeGreaterThanOrEqual(0);
  expect(views.indexOf("_collection")).toBeLessThan(views.indexOf("collection/article"));
});
