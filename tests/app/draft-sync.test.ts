import { expect, test } from "vitest";
import { createDraftStore, type Draft } from "#app/features/write/drafts/draft-store";
import { createDraftSync } from "#app/features/write/drafts/draft-sync";
import { type EditorValues, EMPTY_VALUES } from "#app/features/write/model/editor-values";

const written = (content: string): EditorValues => ({ ...EMPTY_VALUES, content });

/** Storage of one browser, and a server that keeps one draft and refuses to replace one that the sender does not know. */
function setUp() {
  const items = new Map<string, string>();
  const shelf = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
    key: (n: number) => [...items.keys()][n] ?? null,
    get length() {
      return items.size;
    },
  };
  let draft: Draft | null = null;
  let clock = 0;
  const line = { up: true, replies: true };
  const server = {
    stored: () => draft,
    async save(values: EditorValues, knownAt: number | null) {
      if (!line.up) return null;
      if (draft && draft.savedAt !== knownAt) return line.replies ? { overtakenBy: draft } : null;
      clock += 1;
      draft = { values, savedAt: clock };
      return line.replies ? { savedAt: clock } : null;
    },
  };
  const store = createDraftStore(shelf, "question:7");
  const type = (content: string) => {
    store.save(written(content), clock);
    return written(content);
  };
  return { store, server, line, type, open: () => createDraftSync(store, server) };
}

test("a page replaces its own draft, and no other", async () => {
  const { open, type, server } = setUp();
  const page = open();
  expect(await page.save(type("一"))).toBe("saved");
  expect(await page.save(type("一二"))).toBe("saved");
  const other = open();
  expect(await other.save(type("别的"))).toEqual({ overtakenBy: server.stored() });
  expect(server.stored()?.values.content).toBe("一二");
});

test("a draft that the author has seen may be replaced", async () => {
  const { open, type, server } = setUp();
  await open().save(type("别的设备写的"));
  const page = open();
  page.accept(server.stored());
  expect(await page.save(type("这里写的"))).toBe("saved");
  expect(server.stored()?.values.content).toBe("这里写的");
});

test("a draft that this browser sent without getting a reply is its own", async () => {
  const { open, type, server, line } = setUp();
  const closed = open();
  line.replies = false;
  expect(await closed.save(type("一"))).toBeNull();
  expect(closed.isBehind()).toBe(true);
  line.replies = true;
  const page = open();
  expect(page.recognize(server.stored())).toBe(true);
  expect(await page.save(type("一二"))).toBe("saved");
  expect(page.isBehind()).toBe(false);
  // Also if the server could not be asked on opening.
  line.replies = false;
  await page.save(type("一二三"));
  line.replies = true;
  const later = open();
  later.assume();
  expect(await later.save(type("一二三四"))).toBe("saved");
});

test("a draft from another device is not mistaken for its own, even if an earlier one was its own", async () => {
  const { open, type, server } = setUp();
  const page = open();
  await page.save(type("一"));
  const device = createDraftSync(createDraftStore({ ...localStorageOfNone }, "question:7"), server);
  device.accept(server.stored());
  await device.save(written("别的设备"));
  const again = open();
  expect(again.recognize(server.stored())).toBe(false);
  expect(await again.save(type("一二"))).toEqual({ overtakenBy: server.stored() });
});

test("identical text is no conflict", async () => {
  const { open, type, server } = setUp();
  await open().save(type("一"));
  const page = open();
  expect(await page.save(written("一"))).toBe("saved");
  expect(page.knowsAny()).toBe(true);
  expect(await page.save(type("一二"))).toBe("saved");
  expect(server.stored()?.values.content).toBe("一二");
});

test("an unsent draft is sent with the next one", async () => {
  const { open, type, server, line } = setUp();
  const page = open();
  line.up = false;
  expect(await page.save(type("一"))).toBeNull();
  expect(page.isBehind()).toBe(true);
  line.up = true;
  expect(await page.save(type("一二"))).toBe("saved");
  expect([page.isBehind(), server.stored()?.values.content]).toEqual([false, "一二"]);
});

const localStorageOfNone = { getItem: () => null, setItem: () => {}, removeItem: () => {}, key: () => null, length: 0 };
