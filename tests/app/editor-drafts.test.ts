import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createAutosave } from "#app/features/write/drafts/autosave";
import { createDraftStore, unsentDrafts } from "#app/features/write/drafts/draft-store";
import { diffLines } from "#app/features/write/line-diff";
import { EMPTY_VALUES, readValues, sameValues } from "#app/features/write/model/editor-values";
import { parseTags } from "#app/features/write/model/tag-text";

describe("autosave", () => {
  let saves: number[] = [];
  let finish: (() => void)[] = [];

  beforeEach(() => {
    vi.useFakeTimers({ now: 0 });
    saves = [];
    finish = [];
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const quick = async () => void saves.push(Date.now());
  const slow = () => {
    saves.push(Date.now());
    return new Promise<void>((resolve) => finish.push(resolve));
  };
  /** Types a key at an interval in milliseconds. */
  const type = async (saver: ReturnType<typeof createAutosave>, every: number, until: number) => {
    while (Date.now() < until) {
      saver.changed();
      await vi.advanceTimersByTimeAsync(every);
    }
  };

  test("waits for a pause of 1.5 s", async () => {
    await type(createAutosave(quick), 500, 3000);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(saves).toEqual([2500 + 1500]);
  });

  test("waits at most 10 s for it", async () => {
    await type(createAutosave(quick), 500, 25_000);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(saves).toEqual([10_000, 20_000, 24_500 + 1500]);
  });

  test("never saves twice concurrently, and misses nothing typed meanwhile", async () => {
    const saver = createAutosave(slow);
    saver.changed();
    await vi.advanceTimersByTimeAsync(1500);
    saver.changed();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(saves).toEqual([1500]);
    finish[0]?.();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(saves).toHaveLength(2);
  });

  test("settles: the running save has finished, and nothing more is saved", async () => {
    const saver = createAutosave(slow);
    saver.changed();
    await vi.advanceTimersByTimeAsync(1500);
    saver.changed();
    let settled = false;
    const settling = saver.settle().then(() => {
      settled = true;
    });
    await vi.advanceTimersByTimeAsync(1000);
    expect(settled).toBe(false);
    finish[0]?.();
    await settling;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(saves).toEqual([1500]);
  });

  test("saves at once on request, unless everything is saved, and never once stopped", async () => {
    const saver = createAutosave(quick);
    await saver.flush();
    expect(saves).toEqual([]);
    saver.changed();
    await saver.flush();
    expect(saves).toEqual([0]);
    saver.changed();
    saver.stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(saves).toEqual([0]);
  });
});

/** Fake of `localStorage` with a capacity in characters. */
function shelf(room = Number.POSITIVE_INFINITY) {
  const items = new Map<string, string>();
  return {
    items,
    get length() {
      return items.size;
    },
    key: (n: number) => [...items.keys()][n] ?? null,
    getItem: (key: string) => items.get(key) ?? null,
    setItem(key: string, value: string) {
      if (value.length > room) throw new DOMException("full", "QuotaExceededError");
      items.set(key, value);
    },
    removeItem: (key: string) => void items.delete(key),
  };
}

describe("drafts in the browser", () => {
  const draft = (content: string, version = 0) => ({ ...EMPTY_VALUES, content, version });

  test("are stored per person, text and version; the newest is found, and all are deleted together", () => {
    const storage = shelf();
    const [mine, others] = [createDraftStore(storage, "1:question/1"), createDraftStore(storage, "1:question/12")];
    mine.save(draft("旧", 1), 100);
    mine.save(draft("新", 2), 300);
    mine.save(draft("中", 1), 200);
    others.save(draft("别的"), 400);
    expect(storage.items.size).toBe(3);
    expect(mine.newest()).toEqual({ values: draft("新", 2), savedAt: 300 });
    mine.clear();
    expect(mine.newest()).toBeNull();
    expect(others.newest()?.values.content).toBe("别的");
  });

  test("are not stored if there is no space, and invalid data is ignored", () => {
    const storage = shelf(100);
    const store = createDraftStore(storage, "1:article/new");
    expect(store.save(draft("短".repeat(200)), 1)).toBe(false);
    for (const junk of ["", "null", "[]", '{"savedAt":1}', '{"savedAt":1,"values":{"content":5}}']) {
      storage.items.set("draft:1:article/new:0", junk);
      expect(store.newest(), junk).toBeNull();
    }
  });

  test("of an earlier program get missing fields, and of a later one lose unknown fields", () => {
    const storage = shelf();
    const values = { title: "题", content: "文", tags: "", aiGenerated: true, version: 3, mood: "good" };
    storage.items.set("draft:1:article/3:3", JSON.stringify({ values, savedAt: 5 }));
    expect(createDraftStore(storage, "1:article/3").newest()).toEqual({
      values: { ...EMPTY_VALUES, title: "题", content: "文", aiGenerated: true, version: 3 },
      savedAt: 5,
    });
  });

  test("are known to be on the server unchanged, until they change", () => {
    const store = createDraftStore(shelf(), "1:article/new");
    expect(store.syncedAt()).toBeNull();
    store.save(draft("甲"), 100);
    const first = store.newest();
    expect(first && store.isSynced(first)).toBe(false);
    store.synced(7_000, first);
    expect(store.syncedAt()).toBe(7_000);
    expect(first && store.isSynced(first)).toBe(true);
    store.save(draft("甲乙"), 200);
    const second = store.newest();
    expect(second && store.isSynced(second)).toBe(false);
    store.overtaken();
    expect(store.syncedAt()).toBeNull();
    expect(first && store.isSynced(first)).toBe(false);
  });

  test("that the server lacks are found, for their writer alone, with the page that continues them", () => {
    const storage = shelf();
    const save = (key: string, content: string, savedAt: number, path = "/write/article") => {
      const store = createDraftStore(storage, key, path);
      store.save(draft(content), savedAt);
      return store;
    };
    const there = save("1:article/new", "服务器上有", 100);
    there.synced(150, there.newest());
    save("1:article/new/abcdefgh12", "没有送到", 200);
    save("1:answer/3", "也没有", 300, "/write/answer?question=1&id=3");
    save("12:article/new", "别人的", 400);
    storage.items.set("draft:1:question/new:0", "junk");
    storage.items.set("draft:1:question/4:2", JSON.stringify({ values: draft("旧程序的", 2), savedAt: 50 }));
    expect(unsentDrafts(storage, 1)).toMatchObject([
      { target: "answer/3", path: "/write/answer?question=1&id=3", savedAt: 300 },
      { target: "article/new/abcdefgh12", path: "/write/article", values: { content: "没有送到" } },
      { target: "question/4", path: "" },
    ]);
  });

  test("are equal whatever version they began with", () => {
    expect(sameValues(draft("甲", 1), draft("甲", 2))).toBe(true);
    expect(sameValues(draft("甲"), { ...draft("甲"), aiGenerated: true })).toBe(false);
  });
});

test("a form's fields are read with plain line ends, and an invalid version is 0", () => {
  const form = new FormData();
  form.set("content", "甲\r\n乙\r丙");
  form.set("version", "-3");
  form.set("aiGenerated", "1");
  expect(readValues(form)).toEqual({ ...EMPTY_VALUES, content: "甲\n乙\n丙", aiGenerated: true });
  form.set("version", "7");
  expect(readValues(form).version).toBe(7);
});

test("placeholders of unfinished uploads are no part of what is read, so that they are neither stored nor published", () => {
  const form = new FormData();
  form.set("content", "看图：\n\n![](upload:1)\n\n![](/oss/1.png)");
  expect(readValues(form).content).toBe("看图：\n\n\n![](/oss/1.png)");
});

test.each([
  ["产品 数据库", ["产品", "数据库"]],
  ["产品，数据库,运维、 #缓存；", ["产品", "数据库", "运维", "缓存"]],
  ["Rust rust ＃Rust", ["Rust"]],
  ["C# #", ["C#"]],
  ["", []],
])("tags are split from %j", (text, tags) => {
  expect(parseTags(text)).toEqual(tags);
});

describe("two texts line by line", () => {
  const marked = (left: string, right: string) => {
    const texts = diffLines(left, right);
    const show = (lines: typeof texts.left) =>
      lines.map(({ text, changed }) => (changed ? `[${text}]` : text)).join(" ");
    return [show(texts.left), show(texts.right)];
  };

  test.each([
    ["甲\n乙\n丙", "甲\n丁\n丙", "甲 [乙] 丙", "甲 [丁] 丙"],
    ["甲\n乙", "甲\n新\n乙", "甲 乙", "甲 [新] 乙"],
    ["甲\n甲\n乙", "甲\n乙", "甲 [甲] 乙", "甲 乙"],
    ["甲", "甲", "甲", "甲"],
    ["", "甲", "[]", "[甲]"],
  ])("%j and %j", (left, right, one, other) => {
    expect(marked(left, right)).toEqual([one, other]);
  });

  test("texts that are too long are left unmarked", () => {
    const long = "行\n".repeat(3000);
    expect(diffLines(long, `${long}新`).right.some(({ changed }) => changed)).toBe(false);
  });
});
