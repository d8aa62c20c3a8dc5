import { encode } from "uqr";

/** White modules around a code, which scanners need. */
const QUIET_ZONE = 4;

/** A QR code as one SVG path in a square of `size` modules. */
export type QrCode = { size: number; path: string };

/** Draws a text as a QR code that still reads when 15 % of it is covered. @throws when it is longer than 2,331 bytes */
export function qrCode(text: string): QrCode {
  const { size, data } = encode(text, { ecc: "M", border: QUIET_ZONE });
  return { size, path: data.map(rowPath).join("") };
}

/** The dark runs of one row, each as a bar of height 1. */
function rowPath(row: readonly boolean[], y: number): string {
  let path = "";
  for (let x = 0; x < row.length; x += 1) {
    if (!row[x]) continue;
    const from = x;
    while (row[x + 1]) x += 1;
    path += `M${from} ${y}h${x + 1 - from}v1H${from}z`;
  }
  return path;
}
