import { describe, expect, test } from "vitest";
import { reportPdf } from "#upstream/demo/report-pdf";

const textsIn = (pdf: string) =>
  [...pdf.matchAll(/<([0-9a-f]*)> Tj/g)].map(([, hex = ""]) => Buffer.from(hex, "hex").swap16().toString("utf16le"));

describe("a report as PDF", () => {
  const paragraphs = ["背景：三百家门店。".repeat(200), "结论 2026 年再看", "𠮷野家"];
  const bytes = reportPdf({ title: "连锁便利店的选址", paragraphs });
  const pdf = bytes.toString("latin1");

  test("contains every character in order, and no line is wider than the page", () => {
    const lines = textsIn(pdf);
    expect(lines.join("")).toBe(`连锁便利店的选址${paragraphs.join("")}`);
    const widthOf = (line: string) => [...line].reduce((sum, one) => sum + (one.charCodeAt(0) < 0x2e80 ? 0.5 : 1), 0);
    // A closing punctuation mark may exceed the line.
    expect(Math.max(...lines.slice(1).map(widthOf))).toBeLessThanOrEqual((595 - 128) / 11 + 1);
    expect(lines.every((line) => !/^[，。：]/.test(line))).toBe(true);
  });

  test("has a cross-reference table with the right offset of each object", () => {
    const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(pdf)?.[1]);
    expect(pdf.slice(start, start + 4)).toBe("xref");
    const offsets = [...pdf.slice(start).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset));
    expect(offsets.length).toBeGreaterThan(8);
    offsets.forEach((offset, index) => {
      expect(pdf.slice(offset, offset + 9)).toMatch(new RegExp(`^${index + 1} 0 obj`));
    });
  });

  test("has the lengths that it states, and as many pages as it needs", () => {
    for (const [, length, content = ""] of pdf.matchAll(/\/Length (\d+) >>\nstream\n([\s\S]*?)\nendstream/g)) {
      expect(content.length).toBe(Number(length));
    }
    expect(pdf.match(/\/Type \/Page /g)?.length).toBe(2);
  });
});
