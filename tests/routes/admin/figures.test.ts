import { afterAll, beforeAll, expect, test } from "vitest";
import { addStaff, holdForConsole } from "#tests/upstream/support/staff";
import { createWorld, type Reader, type World } from "#tests/world/world";
import { addUp } from "#upstream/modules/figures/steps";

let world: World;
let owner: Reader;
let editor: Reader;

beforeAll(async () => {
  world = await createWorld();
  owner = await staffVisitor("owner");
  editor = await staffVisitor("editor");
  const rows = [
    { day: "2026-01-01", key: "post.answer", value: 100 },
    { day: "2026-02-01", key: "post.answer", value: 1_234 },
    { day: "2026-02-02", key: "money.revenue", value: 199_050 },
  ];
  await world.upstream.services.db.insertInto("metrics_daily").values(rows).execute();
  await addUp(world.upstream.services.db, rows);
  await world.upstream.services.db
    .insertInto("search_misses")
    .values({ day: "2026-02-01", word: "量子<猫>", times: 7 })
    .execute();
});
afterAll(() => world.close());

async function staffVisitor(role: "owner" | "editor"): Promise<Reader> {
  const reader = await world.as(await addStaff(world.upstream, role));
  for (const token of reader.cookies.values()) await holdForConsole(world.upstream, token);
  return reader;
}

const FEBRUARY = "from=2026-02-01&to=2026-02-28";

test("figures are drawn with their tables and a comparison, and revenue is shown only to those who may see it", async () => {
  const { text } = await owner.get(`/admin/figures?${FEBRUARY}&step=week`);
  expect(text).toMatch(/<svg[^>]*role="img"[^>]*aria-label="回答，2026-01-26 到 2026-02-23，最高 1,234/);
  expect(text).toMatch(/回答<\/h3><p class="figure__total"><strong class="numbers">1,234/);
  expect(text).toContain("¥1,990.50");
  expect(text, "a new site's zeros are explained").toContain("有的一小时才数一次");
  expect((await owner.get("/admin")).text).toContain("今天的有些一小时才数一次");
  expect(text).toContain("量子&lt;猫&gt;");
  const { text: without } = await editor.get(`/admin/figures?${FEBRUARY}`);
  expect(without).toContain("1,234");
  expect(without).not.toContain("收入");
  const month = await owner.get("/admin/figures?from=2026-01-02&to=2026-02-28&step=month");
  expect(month.text).toMatch(/前期 100，\+1134%/);
});

test("an invalid range is reported at its field, and the file has the same figures", async () => {
  const wrong = await owner.get("/admin/figures?from=2026-02-03&to=2026-02-01");
  expect(wrong.status).toBe(200);
  expect(wrong.text).toContain("结束不能早于开始");
  expect(wrong.text).toContain('value="2026-02-03"');
  const file = await owner.submit("/admin/figures/export", { from: "2026-02-01", to: "2026-02-28", step: "day" });
  expect(file.text).toContain('"2026-02-02"');
  expect(file.text).toContain('"1990.50"');
});
