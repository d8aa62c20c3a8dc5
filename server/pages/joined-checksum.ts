import { crc32 } from "node:zlib";

/** The polynomial of CRC-32 (RFC 1952, section 8). As in all numbers here, the highest bit is the power of zero. */
const POLYNOMIAL = 0xedb8_8320;
const ONE = 0x8000_0000;
/** x to the power of 8, 16, 32 …: the factors that pass 1, 2, 4 … zero bytes. */
const POWERS: readonly number[] = powers();

/** Checksum of a part of a file, and the factor that carries the checksum of what precedes it past its bytes. */
export type PartChecksum = { sum: number; factor: number };

/** Computes what is needed to join a part to others: once per part, in time proportional to its length. */
export function partChecksum(bytes: Buffer): PartChecksum {
  let factor = ONE;
  for (let length = bytes.byteLength, n = 0; length > 0; length = Math.floor(length / 2), n += 1) {
    if (length % 2 === 1) factor = product(factor, POWERS[n] as number);
  }
  return { sum: crc32(bytes), factor };
}

/**
 * CRC-32 of a file's beginning with a part appended, in constant time (`crc32_combine_op` of zlib): the checksum is a
 * remainder of polynomials, so that of the beginning is multiplied, and that of the part is added.
 */
export const joined = (before: number, { sum, factor }: PartChecksum): number => (product(factor, before) ^ sum) >>> 0;

/** Product of two polynomials modulo the CRC's (`multmodp` of zlib). */
function product(one: number, other: number): number {
  let [result, shifted] = [0, other];
  for (let bit = ONE; bit !== 0; bit >>>= 1) {
    if (one & bit) result ^= shifted;
    shifted = shifted & 1 ? (shifted >>> 1) ^ POLYNOMIAL : shifted >>> 1;
  }
  return result >>> 0;
}

function powers(): number[] {
  /** x to the power of 1. */
  let power = ONE >>> 1;
  const square = () => {
    power = product(power, power);
    return power;
  };
  for (let n = 0; n < 3; n += 1) square();
  return [power, ...Array.from({ length: 31 }, square)];
}
