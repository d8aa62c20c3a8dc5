import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { spreadsheet, tablesOf } from "#upstream/demo/spreadsheet";

const MARKDOWN = `## 一、价目表

| 计价单位 | 家数 |
| --- | ---: |
| **按席位** | 27 |
| 按门店 <A&B> | 14 |

文字

## 二、折扣

| 理由 | 份数 |
| --- | --- |
| 预付 | 412 |
`;

describe("a spreadsheet of the demo", () => {
  test("contains the tables of a text, each under its heading", () => {
    expect(tablesOf(MARKDOWN)).toEqual([
      {
        name: "一、价目表",
        rows: [
          ["计价单位", "家数"],
          ["按席位", "27"],
          ["按门店 <A&B>", "14"],
        ],
      },
      {
        name: "二、折扣",
        rows: [
          ["理由", "份数"],
          ["预付", "412"],
        ],
      },
    ]);
  });

  // Verified by another program, if installed.
  test.skipIf(spawnSync("is a valid archive that other programs open", ["--version"]).status !== 0)(
    "is an archive that other programs open",
    () => {
      const folder = mkdtempSync(join(tmpdir(), "shequ-sheet-"));
      try {
        writeFileSync(join(folder, "a.xlsx"), spreadsheet(tablesOf(MARKDOWN)));
        const script = `import sys, zipfile, xml.dom.minidom as x
z = zipfile.ZipFile(sys.argv[1])
assert z.testzip() is None
for name in z.namelist(): x.parseString(z.read(name))
print(z.read("xl/worksheets/sheet1.xml").decode())`;
        const sheet = execFileSync("python3", ["-c", script, join(folder, "a.xlsx")], { encoding: "utf8" });
        expect(sheet).toContain("按门店 &lt;A&amp;B>");
        expect(sheet).toContain("<v>27</v>");
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  );
});
