/** Byte order mark, so that spreadsheets read the file as UTF-8. */
export const CSV_BOM = "\uFEFF";

/** Beginnings of cells that a spreadsheet would evaluate as a formula, in half-width and full-width form. */
const FORMULA = /^[\s\p{Cf}\p{Cc}]*[=+\-@＝＋－＠\t\r]/u;

/** Long numbers, of which a spreadsheet keeps fifteen digits: numbers of orders, of identity and bank cards. */
const LONG_NUMBER = /^\d{16,}$/;

/** Returns a line of a CSV file: every cell quoted, and none evaluated as a formula or rounded by a spreadsheet. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(",")}\r\n`;

function csvCell(text: string): string {
  const harmless = FORMULA.test(text) || LONG_NUMBER.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}

/** Streams lines as they are generated; cancelling the stream ends the generator. */
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
