import { describe, expect, test } from "vitest";
import { uploadAddresses, uploadMark, uploadMarks, withoutUploadMarks } from "#app/features/write/model/upload-marks";
import { COMMANDS, commandOf, continueBlock } from "#app/features/write/text/commands";
import { completeMention, mentionAt } from "#app/features/write/text/mention-words";
import { insertMarks, pictureMark } from "#app/features/write/text/picture-marks";
import { edited, type Selected } from "#app/features/write/text/text-edit";

/** A text with its selection between ‹ and ›; a lone ‹ is the caret. */
function read(marked: string): Selected {
  const start = marked.indexOf("‹");
  const end = marked.includes("›") ? marked.indexOf("›") - 1 : start;
  return { text: marked.replace(/[‹›]/g, ""), start, end };
}

function show({ text, start, end }: Selected): string {
  if (start === end) return `${text.slice(0, start)}‹${text.slice(start)}`;
  return `${text.slice(0, start)}‹${text.slice(start, end)}›${text.slice(end)}`;
}

function run(name: string, marked: string): string {
  const command = COMMANDS.find((one) => one.name === name);
  if (!command) throw new Error(`no command ${name}`);
  const selected = read(marked);
  return show(edited(selected, command.edit(selected)));
}

describe("commands", () => {
  test.each([
    ["bold", "先‹结论›后", "先**‹结论›**后"],
    ["bold", "先**‹结论›**后", "先‹结论›后"],
    ["bold", "先‹**结论**›后", "先‹结论›后"],
    ["bold", "‹", "**‹加粗的文字›**"],
    ["bold", "先‹ 结论 ›后", "先 **‹结论›** 后"],
    ["bold", "‹ ›", " **‹加粗的文字›**"],
    ["italic", "先‹结论›后", "先*‹结论›*后"],
    ["italic", "**‹结论›**", "***‹结论›***"],
    ["italic", "先*‹结论›*后", "先‹结论›后"],
    ["heading", "一‹二", "## 一二‹"],
    ["heading", "## 一二‹", "### 一二‹"],
    ["heading", "### 一二‹", "一二‹"],
    ["heading", "前\n‹甲\n乙›\n后", "前\n‹## 甲\n## 乙›\n后"],
    ["quote", "‹甲\n\n乙›", "‹> 甲\n\n> 乙›"],
    ["quote", "‹> 甲\n> 乙›", "‹甲\n乙›"],
    ["quote", "‹1. 甲\n2. 乙›", "‹> 1. 甲\n> 2. 乙›"],
    ["quote", "‹- 甲\n  - 乙›", "‹> - 甲\n>   - 乙›"],
    ["list", "‹甲\n乙›\n丙", "‹- 甲\n- 乙›\n丙"],
    ["list", "‹甲\n›乙", "‹- 甲›\n乙"],
    ["list", "‹1. 甲\n2. 乙›", "‹- 甲\n- 乙›"],
    ["list", "‹- 甲\n* 乙›", "‹甲\n乙›"],
    ["list", "‹- 甲\n  - 乙›", "‹甲\n  乙›"],
    ["list", "‹甲\n  乙›", "‹- 甲\n  - 乙›"],
    ["list", "‹1. 甲\n   1. 乙\n2. 丙›", "‹- 甲\n  - 乙\n- 丙›"],
    ["list", "- 甲\n  ‹- 乙›", "- 甲\n‹  乙›"],
    ["list", "- 甲\n  1. 乙‹", "- 甲\n  - 乙‹"],
    ["list", "‹　　第一段\n　　第二段›", "‹- 第一段\n- 第二段›"],
    ["list", "‹", "- ‹"],
    ["ordered", "‹甲\n乙\n丙›", "‹1. 甲\n2. 乙\n3. 丙›"],
    ["ordered", "‹1. 甲\n2. 乙›", "‹甲\n乙›"],
    ["ordered", "‹- 甲\n  - 乙\n    - 丙\n- 丁›", "‹1. 甲\n   1. 乙\n      1. 丙\n2. 丁›"],
    ["ordered", "‹- 甲\n  接着说\n\n- 乙›", "‹1. 甲\n   接着说\n\n2. 乙›"],
    ["ordered", "‹步骤如下\n　　第一步\n 第二步›", "‹1. 步骤如下\n2. 第一步\n3. 第二步›"],
    ["code", "用‹npm›装", "用`‹npm›`装"],
    ["code", "前\n‹a\nb›\n后", "前\n\n```\n‹a\nb›\n```\n\n后"],
    ["code", "‹```\na\n```›", "````\n‹```\na\n```›\n````\n"],
    ["link", "见‹文档›", "见[文档](‹https://›)"],
    ["link", "见‹https://example.com/a›", "见[‹链接文字›](https://example.com/a)"],
    ["link", "‹", "[链接文字](‹https://›)"],
    ["table", "前‹", "前\n\n| ‹项目› | 说明 |\n| --- | --- |\n| 第一项 | 内容 |\n"],
  ])("%s: %j", (name, before, after) => {
    expect(run(name, before)).toBe(after);
  });

  test("have key combinations with Ctrl or ⌘ and nothing else", () => {
    const press = (code: string, held: Partial<Record<"ctrlKey" | "metaKey" | "altKey" | "shiftKey", true>>) =>
      commandOf({ ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, code, ...held })?.name;
    expect(press("KeyB", { ctrlKey: true })).toBe("bold");
    expect(press("KeyB", { metaKey: true })).toBe("bold");
    expect(press("Digit8", { ctrlKey: true, shiftKey: true })).toBe("list");
    expect(press("Digit8", { ctrlKey: true })).toBeUndefined();
    expect(press("KeyB", {})).toBeUndefined();
    expect(press("KeyB", { ctrlKey: true, altKey: true })).toBeUndefined();
  });

  test.each([
    ["bold", "‹一段文字›"],
    ["italic", "‹一段文字›"],
    ["quote", "‹1. 甲\n2. 乙›"],
    ["list", "‹一段文字›"],
    ["list", "‹- 甲\n  - 乙\n- 丙›"],
    ["ordered", "‹一段文字›"],
    ["ordered", "‹1. 甲\n   1. 乙\n2. 丙›"],
  ])("%s twice changes nothing in %j", (name, before) => {
    expect(run(name, run(name, before))).toBe(before);
  });
});

describe("Enter", () => {
  const enter = (marked: string): string | null => {
    const selected = read(marked);
    const edit = continueBlock(selected);
    return edit && show(edited(selected, edit));
  };

  test.each([
    ["- 甲‹", "- 甲\n- ‹"],
    ["  * 甲‹乙", "  * 甲\n  * ‹乙"],
    ["9. 甲‹", "9. 甲\n10. ‹"],
    ["- [x] 甲‹", "- [x] 甲\n- [ ] ‹"],
    ["> 甲‹", "> 甲\n> ‹"],
    ["- 甲\n- ‹", "- 甲\n‹"],
    ["- 甲\n- ‹\n乙", "- 甲\n‹\n乙"],
    ["- ‹甲", "- \n- ‹甲"],
    ["2. ‹甲", "2. \n3. ‹甲"],
    ["> ‹甲\n> 乙", "> \n> ‹甲\n> 乙"],
  ])("continues or ends the list or quote of the line: %j", (before, after) => {
    expect(enter(before)).toBe(after);
  });

  test.each(["一段文字‹", "‹- 甲", "-甲‹", "- ‹甲›"])("is left to the browser in %j", (before) => {
    expect(enter(before)).toBeNull();
  });
});

const PERSON = { userId: 7, nickname: "林知远", avatar: "", headline: "" };

describe("mentions", () => {
  test.each([
    ["@‹", ""],
    ["你好 @林知‹", "林知"],
    ["谢谢@林‹远", "林"],
    ["第一行\n@lin‹", "lin"],
  ])("begin in %j", (marked, name) => {
    expect(mentionAt(read(marked))?.name).toBe(name);
  });

  test.each(["me@example‹", "@林 知‹", "‹@林›", "@林，‹", "没有人‹"])("do not begin in %j", (marked) => {
    expect(mentionAt(read(marked))).toBeNull();
  });

  test("are completed from their @ on", () => {
    const selected = read("谢谢 @林‹，再说");
    const from = mentionAt(selected)?.from ?? -1;
    expect(show(edited(selected, completeMention(selected, from, PERSON)))).toBe("谢谢 [@林知远](/u/7) ‹，再说");
    const odd = completeMention(selected, from, { ...PERSON, nickname: "a_b]c" });
    expect(show(edited(selected, odd))).toBe("谢谢 [@a\\_b\\]c](/u/7) ‹，再说");
  });
});

describe("pictures in the text", () => {
  test("have a paragraph of their own, and the caret is behind them", () => {
    const selected = read("前‹后");
    const after = edited(selected, insertMarks(selected, [uploadMark(1), uploadMark(2)]));
    expect(show(after)).toBe("前\n\n![](upload:1)\n\n![](upload:2)\n\n‹后");
  });

  test.each([
    ["| 甲 | 乙 |\n|---|---|\n| ‹ | 二 |", "| 甲 | 乙 |\n|---|---|\n| ![](upload:1) ![](upload:2)‹ | 二 |"],
    ["| 甲 |\n|---|\n| ‹旧›|", "| 甲 |\n|---|\n| ![](upload:1) ![](upload:2)‹|"],
    ["| 甲 |\n|---|\n| 一 |‹", "| 甲 |\n|---|\n| 一 |\n\n![](upload:1)\n\n![](upload:2)\n\n‹"],
    ["‹| 甲 |\n|---|", "![](upload:1)\n\n![](upload:2)\n\n‹| 甲 |\n|---|"],
    ["a | b ‹ c | d", "a | b \n\n![](upload:1)\n\n![](upload:2)\n\n‹ c | d"],
  ])("do not break the line of a table's cell: %j", (text, expected) => {
    const selected = read(text);
    expect(show(edited(selected, insertMarks(selected, [uploadMark(1), uploadMark(2)])))).toBe(expected);
  });

  test("that were never uploaded are removed from a draft, others stay", () => {
    const kept = pictureMark("/oss/a.png");
    expect(withoutUploadMarks(`前\n${uploadMark(3)}\n后 ${kept}`)).toBe(`前\n后 ${kept}`);
    expect(withoutUploadMarks(`${uploadMark(3, "图 [一]\\|二")}\n后`)).toBe("后");
    expect(withoutUploadMarks('![说明](upload:1 "标题")\n后')).toBe("后");
  });

  test("are removed with a title in which there are brackets, or which is not finished", () => {
    expect(withoutUploadMarks('前![](upload:1 "标题 (一)")后')).toBe("前后");
    expect(withoutUploadMarks('前![](upload:1 "标题)后')).toBe("前后");
  });

  test("are removed however many there are", () => {
    expect(withoutUploadMarks(uploadMark(1).repeat(100_000))).toBe("");
  });

  test.each(["![说明](/a.png) [见](upload:1)", "![一\n二](upload:1)", "[链接](upload:1)", "![一\\](upload:1)"])(
    "are nothing else: %j",
    (text) => {
      expect(withoutUploadMarks(text)).toBe(text);
    },
  );

  // The server reads them before it knows the author or the length, so the time must grow no faster than the text.
  test.each(["![", "![[a]", "![](upload:1 ", '![](upload:1 "', "[", "(", "\\", "[\\]", "[a\\]", "\\![", "好"])(
    "are looked for in a long text of %j",
    (part) => {
      const many = part.repeat(300_000);
      for (const text of [many, `![${many}`, `![](upload:1 ${many}`]) expect(withoutUploadMarks(text)).toBe(text);
      expect(withoutUploadMarks(`${many}\n![说明](upload:1)`)).toBe(`${many}\n`);
    },
  );

  test.each([
    ["![](upload:1)", "![](/oss/a.png)"],
    ["前![图 \\| [一] 的说明](upload:1)后", "前![图 \\| [一] 的说明](/oss/a.png)后"],
    ['![说明](upload:1 "标题")', '![说明](/oss/a.png "标题")'],
    ["![甲](upload:1) ![乙](upload:12) ![丙](upload:1)", "![甲](/oss/a.png) ![乙](upload:12) ![丙](/oss/a.png)"],
  ])("are found by their number, whatever was typed around it: %j", (text, expected) => {
    const arrived = uploadAddresses(text, 1).reduceRight(
      (before, { from, to }) => `${before.slice(0, from)}/oss/a.png${before.slice(to)}`,
      text,
    );
    expect(arrived).toBe(expected);
  });

  test.each([
    ["前![说明](upload:1)后", [{ from: 1, to: 16, alt: "说明" }]],
    ["![图 [一]\\|二](upload:1)", [{ from: 0, to: 21, alt: "图 [一]\\|二" }]],
    ['![甲](upload:1 "标题")', [{ from: 0, to: 19, alt: "甲" }]],
    ["![甲](/a.png) ![](upload:12)", []],
  ])("are removed or replaced whole: %j", (text, expected) => {
    expect(uploadMarks(text, 1)).toEqual(expected);
  });
});
