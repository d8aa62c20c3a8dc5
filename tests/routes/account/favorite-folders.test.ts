import { afterAll, beforeAll, expect, test } from "vitest";
import { FOLDER_SIZE_MAX } from "#app/contract/limits";
import { encodeId } from "#app/server/urls/short-id.server";
import { createWorld, type World } from "#tests/world/world";

const FULL = `一个收藏夹最多放 ${FOLDER_SIZE_MAX} 项`;
const CREATED_AT = "2026-01-01T00:00:00.000Z";
let world: World;
/** A full folder. */
let full: number;
let empty: number;

beforeAll(async () => {
  world = await createWorld();
  const { db } = world.upstream.services;
  [full, empty] = [await folder("满了的", 1), await folder("空着的", 2)];
  const things = Array.from({ length: FOLDER_SIZE_MAX }, (_, at) => ({
    folder_id: full,
    user_id: world.seed.bob,
    target_kind: "article" as const,
    target_id: 1_000_000 + at,
    created_at: CREATED_AT,
  }));
  for (let at = 0; at < things.length; at += 500)
    await db
      .insertInto("favorite_places")
      .values(things.slice(at, at + 500))
      .execute();
});
afterAll(() => world.close());

/** Creates a folder. @returns its id */
async function folder(name: string, place: number): Promise<number> {
  const row = { user_id: world.seed.bob, name, place, created_at: CREATED_AT };
  const { db } = world.upstream.services;
  return (await db.insertInto("favorite_folders").values(row).returning("id").executeTakeFirstOrThrow()).id;
}

/** The form with these folders selected. */
function ticked(...ids: number[]): FormData {
  const form = new FormData();
  form.append("next", "/");
  for (const id of ids) form.append("folderIds", String(id));
  return form;
}

/** Ids of the folders selected on a page. */
const tickedIn = (html: string) =>
  [...html.matchAll(/<input[^>]*name="folderIds"[^>]*>/g)]
    .filter(([box]) => box.includes('checked=""'))
    .map(([box]) => Number(/value="(\d+)"/.exec(box)?.[1]));

test("a full folder is reported in the form, which keeps its ticks, with scripts and without", async () => {
  const bob = await world.as(world.seed.bob);
  const path = `/favorite/article/${world.seed.article}`;
  const plain = await bob.submit(path, ticked(full, empty));
  expect(plain.status).toBe(422);
  expect(plain.text).toContain(FULL);
  expect(tickedIn(plain.text)).toEqual([full, empty]);

  const scripted = await bob.send(path, { next: "/", folderIds: String(full) });
  expect(scripted.status).toBe(422);
  expect(scripted.text).toContain(FULL);

  expect(tickedIn((await bob.get(path)).text)).toEqual([]);
  expect((await bob.submit(path, ticked(empty))).location).toBe("/");
  expect(tickedIn((await bob.get(path)).text)).toEqual([empty]);
});

test("a folder created for a favorite is ticked on return, and so is what was ticked before", async () => {
  const bob = await world.as(world.seed.bob);
  const path = `/favorite/case/${world.seed.case}`;
  await bob.submit(path, ticked(empty));
  const createdFrom = async (...before: number[]) => {
    const form = ticked(...before);
    form.append("intent", "add-folder");
    const made = await bob.submit((await bob.submit(path, form)).location ?? "", { name: `建第${before.length}个` });
    const { text } = await bob.get(made.location ?? "");
    expect(text, "back to the same page").toContain('name="next" value="/"');
    return tickedIn(text);
  };
  const stored = () => bob.get(path).then(({ text }) => tickedIn(text));
  expect(await createdFrom(full)).toEqual([full, expect.any(Number)]);
  expect(await createdFrom(), "the stored one was unticked").toEqual([expect.any(Number)]);
  expect(await stored(), "nothing was saved").toEqual([empty]);
});

test("what was saved can be taken out of a folder created on the way, when the page is shown again", async () => {
  const bob = await world.as(world.seed.bob);
  const path = `/favorite/article/${world.seed.otherArticle}`;
  const adding = ticked();
  adding.append("shownIn", "none");
  adding.append("intent", "add-folder");
  const made = await bob.submit((await bob.submit(path, adding)).location ?? "", { name: "路上建的" });
  const returned = made.location ?? "";
  const save = async (...ids: number[]) => {
    const form = ticked(...ids);
    form.append("shownIn", /name="shownIn" value="([^"]*)"/.exec((await bob.get(returned)).text)?.[1] ?? "");
    await bob.submit(path, form);
    return tickedIn((await bob.get(path)).text);
  };
  const [folder = 0] = tickedIn((await bob.get(returned)).text);
  expect(await save(folder)).toEqual([folder]);
  expect(await save()).toEqual([]);
});

test("of two pages open at once, the second to be saved keeps the folders chosen in the first", async () => {
  const bob = await world.as(world.seed.bob);
  const path = `/favorite/question/${world.seed.question}`;
  const stored = async () => tickedIn((await bob.get(path)).text);
  /** The form of a page as it is sent unchanged. */
  const formOf = (html: string) => {
    const form = ticked(...tickedIn(html));
    form.append("shownIn", /name="shownIn" value="([^"]*)"/.exec(html)?.[1] ?? "");
    return form;
  };
  await bob.submit(path, ticked(empty));
  const stale = formOf((await bob.get(path)).text);
  const other = await folder("另一页建的", 3);
  await bob.submit(path, ticked(empty, other));
  await bob.submit(path, stale);
  expect(await stored()).toEqual([empty, other]);

  // Also if a folder is created, and the form is refused, in between.
  await bob.submit(path, ticked(empty));
  const adding = formOf((await bob.get(path)).text);
  await bob.submit(path, ticked(empty, other));
  adding.append("intent", "add-folder");
  const created = await bob.submit((await bob.submit(path, adding)).location ?? "", { name: "中途建的" });
  const returned = (await bob.get(created.location ?? "")).text;
  const made = tickedIn(returned).at(-1) ?? 0;
  const tooFull = formOf(returned);
  tooFull.append("folderIds", String(full));
  const refused = await bob.submit(path, tooFull);
  expect(refused.status).toBe(422);
  const again = formOf(refused.text);
  again.delete("folderIds");
  for (const id of [empty, made]) again.append("folderIds", String(id));
  await bob.submit(path, again);
  expect(await stored()).toEqual([empty, other, made]);
});

test("each favorite in one's own folder links to where it can be moved; others can share a shown one", async () => {
  const { seed, upstream } = world;
  const bob = await world.as(seed.bob);
  await bob.submit(`/favorite/article/${seed.article}`, ticked(empty));
  const folder = `/u/${seed.bob}/collection/folder/${empty}`;
  const own = (await bob.get(folder)).text;
  const [, back] =
    new RegExp(`action="/favorite/article/${seed.article}"[^>]*><input[^>]*value="([^"]*)"`).exec(own) ?? [];
  expect(back).toBe(folder);
  expect(own).not.toContain("更多操作");

  await upstream.services.db.updateTable("favorite_folders").set({ shown: 1 }).where("id", "=", empty).execute();
  const theirs = (await (await world.as(seed.alice)).get(folder)).text;
  expect(theirs).toContain("更多操作：收藏夹“空着的”");
  expect(theirs).not.toContain("/favorite/article/");
});

test("a like without scripts returns to where it was pressed", async () => {
  const bob = await world.as(world.seed.bob);
  for (const path of [`/article/${encodeId(world.seed.article)}`, `/case/${world.seed.case}`]) {
    const { text } = await bob.get(path);
    expect([path, text.includes(`name="anchor" value="reactions"`)]).toEqual([path, true]);
    expect([path, text.includes(`id="reactions"`)]).toEqual([path, true]);
  }
});

test("the form of a folder refers to the help of its box, and to what is wrong where its contents should go", async () => {
  const bob = await world.as(world.seed.bob);
  const path = `/favorite/folder/${empty}`;
  const { status, text } = await bob.submit(path, { intent: "remove", moveTo: String(empty) });
  expect(status).toBe(422);
  const described = (name: string) =>
    new RegExp(`<(?:input|select)[^>]*name="${name}"[^>]*aria-describedby="([^"]+)"`).exec(text)?.[1];
  expect(text).toMatch(new RegExp(`<p class="field__error" id="${described("moveTo")}">.*?请选择另一个收藏夹</p>`));
  expect(text).toMatch(new RegExp(`<p class="field__help" id="${described("shown")}">不公开时`));
});
