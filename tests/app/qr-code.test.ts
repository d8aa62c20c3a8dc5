import { encode } from "uqr";
import { expect, test } from "vitest";
import { formatYuan } from "#app/components/ui/format-yuan";
import { qrCode } from "#app/features/qr-code/qr-code.server";

test("a QR code's path draws exactly its dark modules", () => {
  const text = "weixin://wxpay/bizpayurl?pr=abc123XYZ";
  const { size, path } = qrCode(text);
  const drawn = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  for (const [bar, x, y, width, left] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H(\d+)z/g)) {
    expect(left, bar).toBe(x);
    drawn[Number(y)]?.fill(true, Number(x), Number(x) + Number(width));
  }
  expect(drawn).toEqual(encode(text, { ecc: "M", border: 4 }).data);
  expect(path.replace(/M\d+ \d+h\d+v1H\d+z/g, "")).toBe("");
});

test.each([
  [19_800, "¥198"],
  [990, "¥9.90"],
  [1, "¥0.01"],
  [0, "¥0"],
  [123_456_700, "¥1,234,567"],
])("an amount of %i fen is shown as %s", (fen, yuan) => expect(formatYuan(fen)).toBe(yuan));
