import { readFile } from "node:fs/promises";
import type { IconUse } from "#app/contract/files/icon-uses";

/** Default icon, also requested by browsers on their own. */
const OWN = "public/favicon.svg";
/** Side in pixels by use, and the margin as a share of it; `ground` adds an opaque background. */
const DRAWN: Record<IconUse, { side: number; margin: number; ground: boolean }> = {
  favicon: { side: 32, margin: 0, ground: false },
  touch: { side: 180, margin: 0.12, ground: true },
  "192": { side: 192, margin: 0, ground: false },
  "512": { side: 512, margin: 0, ground: false },
  // Masks show a circle of four fifths of the side.
  maskable: { side: 512, margin: 0.2, ground: true },
};
const WHITE = { r: 255, g: 255, b: 255, alpha: 1 };
const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };
/** Rendering density for a drawing on a grid of 24, so that the largest size is not upscaled. */
const DENSITY = 1536;
const PIXELS_MAX = 40e6;

/** Icon of the site as a file. */
export type DrawnIcon = { bytes: Buffer; contentType: string };

/** Draws the site's icon for a use: its own picture, or the default. */
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

/** Wraps a PNG as an ICO file, for old programs: a header, one directory entry, and the picture. */
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
