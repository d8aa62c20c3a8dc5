import { encode } from "uqr";

/** White modules around a code, required by scanners. */
const QUIET_ZONE = 4;

/** A QR code as one SVG path in a square of `size` modules. */
export type QrCode = { size: number; path: string };

/**
 * Encodes a text as a QR code that is still readable with 15 % of it covered.
 * @throws if it is longer than 2,331 bytes
 */
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
