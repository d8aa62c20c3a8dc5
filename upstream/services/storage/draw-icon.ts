import { readFile } from "node:fs/promises";
import type { IconUse } from "#app/contract/icon-uses";

/** The icon of a site that chose none: what browsers get of it without being asked. */
const OWN = "public/favicon.svg";
/** Pixels, and the part of a side that stays free around the picture; `ground` for where nothing may shine through. */
const DRAWN: Record<IconUse, { side: number; margin: number; ground: boolean }> = {
  favicon: { side: 32, margin: 0, ground: false },
  touch: { side: 180, margin: 0.12, ground: true },
  "192": { side: 192, margin: 0, ground: false },
  "512": { side: 512, margin: 0, ground: false },
  // Masks leave a circle of four fifths of the side.
  maskable: { side: 512, margin: 0.2, ground: true },
};
const WHITE = { r: 255, g: 255, b: 255, alpha: 1 };
const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };
/** Of a drawing on a grid of 24, so that the largest is drawn and not blown up. */
const DENSITY = 1536;
const PIXELS_MAX = 40e6;

/** Icon of the site as a file. */
export type DrawnIcon = { bytes: Buffer; contentType: string };

/** The site's icon as it is wanted for a use: its own picture, or the one of a site that chose none. */
export async function drawIcon(use: IconUse, picture: Uint8Array | null): Promise<DrawnIcon> {
  const { default: sharp } = await import("sharp");
  const { side, margin, ground } = DRAWN[use];
  const free = Math.round(side * margin);
  const source = picture ?? (await readFile(OWN));
  const background = ground ? WHITE : CLEAR;
  const png = await sharp(source, { limitInputPixels: PIXELS_MAX, ...(picture ? {} : { density: DENSITY }) })
    .resize(side - 2 * free, side - 2 * free, { fit: "contain", background })
    .extend({ top: free, bottom: free, left: free, right: free, background })
    .flatten(ground ? { background } : false)
    .png()
    .toBuffer();
  return use === "favicon"
    ? { bytes: icoOf(png, side), contentType: "image/x-icon" }
    : { bytes: png, contentType: "image/png" };
}

/** A file of one icon, as old programs ask for it: a header, a line of contents, and the picture itself. */
function icoOf(png: Buffer, side: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(side, 6);
  head.writeUInt8(side, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}
