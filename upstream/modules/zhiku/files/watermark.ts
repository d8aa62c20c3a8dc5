import { createGate } from "#upstream/services/storage/gate";

/** Watermarking holds a whole file in memory and takes a second or two of CPU: one at a time, with a short queue. */
const gate = createGate(1, 16);

const SIZE = 14;
const OPACITY = 0.16;
/** Distance between two marks in points. */
const STEP = { x: 220, y: 160 };
const ANGLE = 30;

/**
 * Prints `mark` across each page of a PDF, so that a copy shows whose it was. ASCII only, since it uses a standard PDF
 * font.
 * @throws Error if it is not a PDF or is encrypted; BusyError if too many wait
 */
export function watermarkPdf(bytes: Uint8Array, mark: string): Promise<Uint8Array> {
  return gate(async () => {
    const { PDFDocument, StandardFonts, degrees, rgb } = await import("@cantoo/pdf-lib");
    const document = await PDFDocument.load(bytes);
    const font = await document.embedFont(StandardFonts.Helvetica);
    for (const page of document.getPages()) {
      const { width, height } = page.getSize();
      for (let y = STEP.y / 2; y < height; y += STEP.y) {
        for (let x = -STEP.x / 2; x < width; x += STEP.x) {
          page.drawText(mark, {
            x,
            y,
            size: SIZE,
            font,
            color: rgb(0.4, 0.4, 0.4),
            opacity: OPACITY,
            rotate: degrees(ANGLE),
          });
        }
      }
    }
    return document.save();
  });
}
