/** A4 in points. */
const PAGE = { width: 595, height: 842, margin: 64 };
const TITLE = { size: 18, lead: 28 };
const BODY = { size: 11, lead: 20 };
/** Characters that must not begin a line. */
const CLOSING = /[，。、；：？！）》」』”’…,.;:?!)\]]/;

type Line = { text: string; size: number; lead: number };

/**
 * Creates a plain PDF 1.4 of a title and paragraphs. The Chinese font is one that every PDF reader includes
 * (STSong-Light, ISO 32000-1 §9.7.5.2), so that none has to be shipped.
 */
export function reportPdf({ title, paragraphs }: { title: string; paragraphs: readonly string[] }): Buffer {
  const lines: Line[] = [
    ...wrap(title, TITLE.size).map((text) => ({ text, ...TITLE })),
    { text: "", ...BODY },
    ...paragraphs.flatMap((paragraph) => wrap(paragraph, BODY.size).map((text) => ({ text, ...BODY }))),
  ];
  return write(paginate(lines).map(contentOf), title);
}

/** Wraps a text: Chinese characters are full-width, others half-width. */
function wrap(text: string, size: number): string[] {
  const room = PAGE.width - 2 * PAGE.margin;
  const lines: string[] = [];
  let line = "";
  let used = 0;
  for (const character of text) {
    const width = character.charCodeAt(0) < 0x2e80 ? size / 2 : size;
    if (used + width > room && !CLOSING.test(character)) {
      lines.push(line);
      line = "";
      used = 0;
    }
    line += character;
    used += width;
  }
  return [...lines, line];
}

function paginate(lines: readonly Line[]): Line[][] {
  const pages: Line[][] = [];
  let left = 0;
  for (const line of lines) {
    if (line.lead > left) {
      pages.push([]);
      left = PAGE.height - 2 * PAGE.margin;
    }
    pages.at(-1)?.push(line);
    left -= line.lead;
  }
  return pages;
}

function contentOf(lines: readonly Line[]): string {
  const shown = lines.map(({ text, size, lead }) => `/F1 ${size} Tf 0 -${lead} Td <${utf16(text)}> Tj`);
  return `BT ${PAGE.margin} ${PAGE.height - PAGE.margin} Td\n${shown.join("\n")}\nET`;
}

const utf16 = (text: string): string => Buffer.from(text, "utf16le").swap16().toString("hex");

function write(contents: readonly string[], title: string): Buffer {
  const FIRST_PAGE = 7;
  const pageNumber = (index: number) => FIRST_PAGE + 2 * index;
  const kids = contents.map((_, index) => `${pageNumber(index)} 0 R`).join(" ");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${contents.length} >>`,
    "<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UTF16-H /DescendantFonts [4 0 R] >>",
    "<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /FontDescriptor 5 0 R /DW 1000 /W [1 95 500] " +
      "/CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 4 >> >>",
    "<< /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /FontBBox [-25 -254 1000 880] /ItalicAngle 0 " +
      "/Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >>",
    `<< /Title <feff${utf16(title)}> >>`,
    ...contents.flatMap((content, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] ` +
        `/Resources << /Font << /F1 3 0 R >> >> /Contents ${pageNumber(index) + 1} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
  ];
  let text = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const entry = (offset: number) => `${String(offset).padStart(10, "0")} 00000 n \n`;
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.map(entry).join("")}`;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 6 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(text + table + trailer, "latin1");
}
