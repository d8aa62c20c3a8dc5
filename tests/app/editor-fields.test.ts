import { describe, expect, test } from "vitest";
import { z } from "zod";
import { kindsWith } from "#app/contract/kinds";
import { draftFields } from "#app/contract/writing/draft";
import { EDITOR_FIELDS, EVERY_FIELD } from "#app/contract/writing/editor-fields";
import { fieldShape } from "#app/contract/writing/editor-schemas";
import { draftFieldsOf, editorValues, sentFieldsOf } from "#app/features/write/model/call-fields.server";
import { EMPTY_VALUES, readValues } from "#app/features/write/model/editor-values";

/** A form with a title as it was typed. */
function titled(title: string): FormData {
  const form = new FormData();
  form.set("title", title);
  return form;
}

/** One value of each field, as calls have it. */
const FILLED = {
  title: "怎样给薄荷浇水？",
  content: "先看土，再浇水。",
  tags: ["园艺", "薄荷"],
  aiGenerated: true,
  classificationId: 7,
  coverUrl: "/media/cover/a.png",
};

test("every editor's fields are tested here", () => {
  expect(Object.keys(FILLED).sort()).toEqual(Object.keys(EVERY_FIELD).sort());
});

describe.each(kindsWith("drafted"))("the fields of %s", (kind) => {
  const names = Object.keys(EDITOR_FIELDS[kind]);
  const stored = Object.fromEntries(Object.entries(FILLED).filter(([name]) => names.includes(name)));

  test("survive the app's own form", () => {
    const values = editorValues(stored, 4);
    expect(values.version).toBe(4);
    const sent = z.object(fieldShape(EDITOR_FIELDS[kind], "sent"));
    expect(sent.parse(sentFieldsOf(kind, values))).toEqual(stored);
  });

  test("survive a form sent by a browser", () => {
    const form = new FormData();
    for (const [name, value] of Object.entries(editorValues(stored, 4))) {
      if (value !== false) form.set(name, String(value));
    }
    expect(readValues(form)).toEqual(editorValues(stored, 4));
  });

  test("survive a draft, and all other fields are empty", () => {
    const kept = draftFields.parse(draftFieldsOf(editorValues(stored, 4)));
    expect(kept).toMatchObject(stored);
    expect(editorValues(kept, 4)).toEqual(editorValues(stored, 4));
  });

  test("are exactly those of its calls", () => {
    expect(Object.keys(sentFieldsOf(kind, EMPTY_VALUES))).toEqual(names);
  });
});

test("several lines of a title are joined, as a form without scripts may send them", () => {
  const form = new FormData();
  form.set("title", "怎样给薄荷 \r\n\r\n 浇水？");
  expect(readValues(form).title).toBe("怎样给薄荷 浇水？");
});

test("a draft keeps what can't be published yet, within its limits", () => {
  const values = { ...EMPTY_VALUES, title: "短", tags: "一 二 三 四 五 六", coverUrl: " x " };
  expect(draftFields.parse(draftFieldsOf(values))).toMatchObject({
    title: "短",
    tags: ["一", "二", "三", "四", "五"],
    coverUrl: " x ",
    classificationId: null,
  });
  expect(sentFieldsOf("article", values)).toMatchObject({
    tags: ["一", "二", "三", "四", "五", "六"],
    coverUrl: "x",
    classificationId: null,
  });
});

test("the calls keep the order of their fields, by which a repeated form is recognized", () => {
  const names = ["title", "content", "classificationId", "tags", "coverUrl", "aiGenerated"];
  expect(Object.keys(EDITOR_FIELDS.article).filter((name) => names.includes(name))).toEqual(names);
});

test("a line may be missing, empty, or of the maximum length", () => {
  const line = { type: "line", label: "副标题", max: 80 } as const;
  const schema = z.object(fieldShape({ line }, "sent"));
  expect(schema.parse({})).toEqual({ line: "" });
  expect(schema.parse({ line: ` ${"字".repeat(80)} ` })).toEqual({ line: "字".repeat(80) });
  expect(schema.safeParse({ line: "字".repeat(81) }).error?.issues[0]?.message).toBe("副标题不能超过80个字");
  expect(z.object(fieldShape({ line }, "draft")).parse({})).toEqual({ line: "" });
});

test("a title is one line, and read in time that grows no faster than it", () => {
  expect(readValues(titled("  一行 \n\n 两行\n")).title).toBe("  一行 两行 ");
  const spaces = " ".repeat(500_000);
  expect(readValues(titled(`${spaces}完`)).title).toBe(`${spaces}完`);
});
