import { expect, test } from "vitest";
import { csvLine } from "#upstream/text/csv";
import { readCsv } from "#upstream/text/read-csv";

const cells = (text: string) => readCsv(text).map((row) => row.cells);

test.each([
  [
    "a,b\r\nc,d",
    [
      ["a", "b"],
      ["c", "d"],
    ],
  ],
  ["\uFEFFa,b\n", [["a", "b"]]],
  [
    "a,b\rc,d\r",
    [
      ["a", "b"],
      ["c", "d"],
    ],
  ],
  ['"a,b","c""d"\r\n', [["a,b", 'c"d']]],
  ['"one\r\ntwo",b', [["one\ntwo", "b"]]],
  [
    "a,,\n,,\n\n  ,b",
    [
      ["a", "", ""],
      ["", "b"],
    ],
  ],
  ['"",b', [["", "b"]]],
  ["甲，乙,丙", [["甲，乙", "丙"]]],
  [" a , b ", [["a", "b"]]],
  ["", []],
  ["\uFEFF", []],
  [",", []],
])("%j is a table", (text, table) => {
  expect(cells(text)).toEqual(table);
});

test("lines are numbered as in an editor", () => {
  expect(readCsv('a\n\n"b\nc"\nd\r\n"e\r\n\r\nf",g\nh').map(({ line }) => line)).toEqual([1, 3, 5, 6, 9]);
});

test("our own CSV output is read back unchanged", () => {
  const table = [
    ["甲", 'say "hi"', "a,b", "one\ntwo", ""],
    ["乙", "", "", "", "x"],
  ];
  expect(cells(table.map(csvLine).join(""))).toEqual(table);
});

test("a spreadsheet neither executes nor rounds our CSV output", () => {
  const long = ["2026112762556300855222", "110101199001011237", "1234567890123456"];
  expect(csvLine([...long, "138001380000000", "=1+1"])).toBe(
    `${long.map((one) => `"'${one}"`).join(",")},"138001380000000","'=1+1"\r\n`,
  );
});

test.each([
  ['a,"b', "第 1 行：引号没有配对"],
  ['a\nb,"c"d', "第 2 行：引号后面多出了文字"],
  ['a\nb"c,d', "第 2 行：引号要在格子的两头，格子里的引号要写两个"],
  ['a,"b\nc"\n"d', "第 3 行：引号没有配对"],
])("%j is refused with its line", (text, message) => {
  expect(() => readCsv(text)).toThrow(message);
});

test("a file in another encoding is refused, with advice", () => {
  const gbk = new Uint8Array([0xca, 0xd6, 0xbb, 0xfa, 0xba, 0xc5, 0x2c, 0x61]);
  const wide = new Uint8Array([0xff, 0xfe, 0x61, 0x00, 0x2c, 0x00, 0x62, 0x00]);
  for (const bytes of [gbk, wide]) {
    expect(() => readCsv(new TextDecoder().decode(bytes))).toThrow("另存为“CSV UTF-8”");
  }
});

test("a large file is read quickly", () => {
  expect(readCsv('"13800000001","全部","2026-12-31"\r\n'.repeat(20_000))).toHaveLength(20_000);
});
