import { crc32 } from "node:zlib";

/** One sheet of a workbook, row by row. */
export type Sheet = { name: string; rows: readonly (readonly string[])[] };

/** Creates a workbook of texts and numbers (ECMA-376, transitional), for the demo's attachments. */
export function spreadsheet(sheets: readonly Sheet[]): Buffer {
  const entries = sheets.map(({ name, rows }, index) => ({ name: sheetName(name, index), rows, number: index + 1 }));
  const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const packaged = "http://schemas.openxmlformats.org/package/2006";
  const type = "application/vnd.openxmlformats-officedocument.spreadsheetml";
  return zip([
    [
      "[Content_Types].xml",
      `<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/>${entries.map(({ number }) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${type}.worksheet+xml"/>`).join("")}</Types>`,
    ],
    [
      "_rels/.rels",
      `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      "xl/workbook.xml",
      `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${entries.map(({ name, number }) => `<sheet name="${escaped(name)}" sheetId="${number}" r:id="rId${number}"/>`).join("")}</sheets></workbook>`,
    ],
    [
      "xl/_rels/workbook.xml.rels",
      `<Relationships xmlns="${packaged}/relationships">${entries.map(({ number }) => `<Relationship Id="rId${number}" Type="${relations}/worksheet" Target="worksheets/sheet${number}.xml"/>`).join("")}</Relationships>`,
    ],
    ...entries.map(({ rows, number }): [string, string] => [
      `xl/worksheets/sheet${number}.xml`,
      `<worksheet xmlns="${main}"><sheetData>${rows.map(rowOf).join("")}</sheetData></worksheet>`,
    ]),
  ]);
}

/** Returns the tables of a Markdown text, each named after its heading. */
export function tablesOf(markdown: string): Sheet[] {
  const sheets: { name: string; rows: string[][] }[] = [];
  let heading = "数据";
  let open: string[][] | null = null;
  for (const line of markdown.split("\n")) {
    const [, title] = /^#{2,4}\s+(.*)$/.exec(line) ?? [];
    if (title) heading = title;
    if (!line.startsWith("|")) open = null;
    else if (!/^\|[\s:|-]+\|$/.test(line)) {
      if (!open) {
        open = [];
        sheets.push({ name: heading, rows: open });
      }
      open.push(
        line
          .split("|")
          .slice(1, -1)
          .map((cell) => cell.replace(/[*`]/g, "").trim()),
      );
    }
  }
  return sheets;
}

/** Excel allows 31 characters, and requires unique names. */
const sheetName = (name: string, index: number): string =>
  `${index + 1} ${name.replace(/[[\]:*?/\\]/g, " ").slice(0, 27)}`;

const rowOf = (cells: readonly string[]): string => `<row>${cells.map(cellOf).join("")}</row>`;
const cellOf = (text: string): string =>
  /^-?\d+(\.\d+)?$/.test(text)
    ? `<c><v>${text}</v></c>`
    : `<c t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** Creates a ZIP archive without compression (APPNOTE 4.3); all timestamps are from 1980. */
function zip(files: readonly [name: string, text: string][]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of files) {
    const [path, data] = [Buffer.from(name), Buffer.from(text)];
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x21, 8);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(data.length, 18);
    common.writeUInt16LE(path.length, 22);
    const local = Buffer.concat([Buffer.from("PK\u0003\u0004"), common, path, data]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from("PK\u0001\u0002\u0014\u0000"), common, rest, path]));
    parts.push(local);
    offset += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006", 0, "latin1");
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, listed, end]);
}
