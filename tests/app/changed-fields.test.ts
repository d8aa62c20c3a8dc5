import { expect, test, vi } from "vitest";
import { changedFields } from "#app/features/admin/fields/changed-fields.server";
import { type TextPart, textDifference } from "#app/features/difference/text-difference.server";

/** The parts on one line: -removed-, +added+, [number of characters omitted]. */
const shown = (parts: readonly TextPart[]): string =>
  parts
    .map((part) => {
      if ("leftOut" in part) return `[${part.leftOut}]`;
      return part.in === "both" ? part.text : part.in === "before" ? `-${part.text}-` : `+${part.text}+`;
    })
    .join("");

const changes = (before: unknown, after: unknown) =>
  changedFields("", before, after).map(({ name, kept, parts }) => `${kept ? `(${name})` : name} ${shown(parts)}`);

test("texts are compared by words, also in Chinese", () => {
  expect(shown(textDifference("今天晚上二十三点维护数据库", "明天晚上二十三点维护数据库"))).toBe(
    "-今天-+明天+晚上二十三点维护数据库",
  );
  expect(shown(textDifference("", "新的"))).toBe("+新的+");
  expect(shown(textDifference("旧的", ""))).toBe("-旧的-");
});

test("long unchanged parts are omitted, except beside a difference", () => {
  const same = "的，".repeat(250);
  const parts = shown(textDifference(`${same}一${same}二${same}`, `${same}三${same}四${same}`));
  const beside = "的，".repeat(30);
  expect(parts).toBe(`[440]${beside}-一-+三+${beside}[380]${beside}-二-+四+${beside}[440]`);
});

test.each([
  ["in sentences", "春天的风吹过安静的山谷，远处传来河水的声音。"],
  ["without the end of a sentence", "春天的风吹过安静的山谷，远处传来河水的声音，"],
])("a word changed in a text of a book's chapter is found, %s", (_, words) => {
  const half = words.repeat(Math.ceil(40_000 / words.length));
  const parts = textDifference(`${half}今天晚上${half}`, `${half}明天晚上${half}`);
  const leftOut = half.length - 60;
  expect(parts).toEqual([
    { in: "both", leftOut },
    { in: "both", text: half.slice(-60) },
    { in: "before", text: "今天" },
    { in: "after", text: "明天" },
    { in: "both", text: `晚上${half}`.slice(0, 60) },
    { in: "both", leftOut: leftOut + 2 },
  ]);
});

test("two unrelated texts are shown one after the other, however long", () => {
  const [before, after] = ["前 ".repeat(9_000), "后，".repeat(9_000)];
  expect(textDifference(before, after)).toEqual([
    { in: "before", text: before },
    { in: "after", text: after },
  ]);
});

test("of a long text only the sentences that differ are cut into words, wherever they are", () => {
  const paragraph = (number: number) => `第${number}段：春天的风吹过安静的山谷，远处传来河水的声音。\n`;
  const text = Array.from({ length: 4_000 }, (_, number) => paragraph(number)).join("");
  const change = (number: number) => paragraph(number).replace("安静的", "热闹的");
  const changed = text.replace(paragraph(10), change(10)).replace(paragraph(3_990), change(3_990));
  const cut = vi.spyOn(Intl.Segmenter.prototype, "segment");
  const parts = textDifference(text, changed);
  expect(cut.mock.calls.reduce((sum, [words]) => sum + words.length, 0)).toBeLessThan(500);
  cut.mockRestore();
  expect(parts.filter((part) => part.in !== "both")).toEqual([
    { in: "before", text: "安静" },
    { in: "after", text: "热闹" },
    { in: "before", text: "安静" },
    { in: "after", text: "热闹" },
  ]);
});

test("a long paragraph with many differences is compared by sentences, and takes little work", () => {
  const text = (word: string) =>
    Array.from({ length: 5_000 }, (_, at) => `第${at}句讲的是${at % 50 ? "同样的事" : word}。`).join("");
  const cut = vi.spyOn(Intl.Segmenter.prototype, "segment");
  const parts = textDifference(text("旧事"), text("新事"));
  expect(cut.mock.calls.reduce((sum, [words]) => sum + words.length, 0)).toBeLessThan(30_000);
  cut.mockRestore();
  expect(parts.filter((part) => part.in === "after")).toHaveLength(100);
});

test("the pieces joined again are both texts", () => {
  const [before, after] = ["一二三，\n四五六。😀七", "一二，三\n四五。六😀😀七八"];
  const parts = textDifference(before, after);
  const text = (without: string) =>
    parts.map((part) => (part.in === without || "leftOut" in part ? "" : part.text)).join("");
  expect([text("after"), text("before")]).toEqual([before, after]);
});

test("fields and values have the names that people use", () => {
  expect(
    changes(
      { title: "一年", price: 19900, onSale: true, hideAt: null, version: 1 },
      { title: "一年", price: 9900, onSale: false, hideAt: "2026-06-01T16:00:00.000Z", version: 2 },
    ),
  ).toEqual(["价格 ¥-199-+99+", "在售 -是-+否+", "撤下时间 +2026-06-02 00:00+", "(version) -1-+2+"]);
  expect(changes({ state: "open" }, { state: "upheld", told: [{ userId: 1 }] })).toEqual([
    "状态 -未处理-+成立+",
    "(told) +用户：1+",
  ]);
  expect(changes(["editor"], ["editor", "auditor"])).toEqual([" 内容编辑+、审计+"]);
  expect(changes({ value: { publishDay: 9 }, version: 1 }, { value: { publishDay: 12 }, version: 2 })[0]).toBe(
    "一人一天发表 -9-+12+",
  );
  expect(changes([{ label: "问答", href: "/question" }], [])).toEqual([" -名称：问答\n链接：/question-"]);
  expect(changes(null, null)).toEqual([]);
  // Null and an empty text are the same to a reader.
  expect(changes({ note: null }, { note: "" })).toEqual([]);
});

test("a refund's states have words of their own, of which texts for review know nothing", () => {
  const states = [{ state: "waiting" }, { state: "asked" }] as const;
  expect(changedFields("order", ...states).map(({ parts }) => shown(parts))).toEqual(["-等待批准-+已申请+"]);
  expect(changedFields("review", { state: "waiting" }, {}).map(({ parts }) => shown(parts))).toEqual(["-待审核-"]);
});
