/** Marks a file as UTF-8, for spreadsheets that would guess. */
export const CSV_BOM = "\uFEFF";

/** Beginnings of a cell that a spreadsheet would run as a formula, in the width of either keyboard. */
const FORMULA = /^[\s\p{Cf}\p{Cc}]*[=+\-@＝＋－＠\t\r]/u;

/** One line of a file that spreadsheets open: each cell in quotes, and none that they would run. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(",")}\r\n`;

function csvCell(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}

/** A file of these lines, a part at a time as it is read; whoever stops reading ends them. */
export function streamOf(lines: AsyncGenerator<string, undefined>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await lines.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await lines.return(undefined);
    },
  });
}
