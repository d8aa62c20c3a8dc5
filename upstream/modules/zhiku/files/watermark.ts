import { createGate } from "#upstream/services/storage/gate";

/** Stamping holds a whole file in memory and works at it for a second or two: one at a time, and few in line. */
const gate = createGate(1, 16);

const SIZE = 14;
const OPACITY = 0.16;
/** Points between two marks. */
const STEP = { x: 220, y: 160 };
const ANGLE = 30;

/**
 * The PDF with `mark` across each page, so that a copy tells whose it was. ASCII only: the font is one that every
 * reader brings along.
 * @throws Error for what is no PDF, or an encrypted one; BusyError when too many wait
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
