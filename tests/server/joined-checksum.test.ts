import { randomBytes, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";
import { expect, test } from "vitest";
import { joined, partChecksum } from "#server/pages/joined-checksum";

test("checksums of parts combine to that of the whole, whatever their lengths", () => {
  for (const length of [0, 1, 2, 3, 255, 256, 65_535, 65_536, 1_000_003]) {
    const [before, part] = [randomBytes(randomInt(2_000)), randomBytes(length)];
    expect(joined(crc32(before), partChecksum(part)), String(length)).toBe(crc32(Buffer.concat([before, part])));
  }
  const parts = Array.from({ length: 200 }, () => randomBytes(randomInt(5_000)));
  const sum = parts.reduce((before, part) => joined(before, partChecksum(part)), crc32(Buffer.alloc(0)));
  expect(sum).toBe(crc32(Buffer.concat(parts)));
});
