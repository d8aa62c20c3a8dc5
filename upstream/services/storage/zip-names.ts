/** A file of which parts can be read; `to` is behind the last byte. */
export type PartedFile = { bytes: number; read: (from: number, to: number) => Promise<Uint8Array> };

const ENTRY = 0x02014b50;
const END = Buffer.from("PK\u0005\u0006");
const END_64 = 0x06064b50;
const END_BYTES = 22;
/** Bytes of the end of a large archive, and of what leads there; both stand before the plain end. */
const END_64_BYTES = 56;
const LOCATOR_BYTES = 20;
const COMMENT_BYTES_MAX = 0xffff;
/** In the place of a number that is told in the large archive's end. */
const ELSEWHERE = 0xffffffff;
/** Bytes of a directory: some forty thousand names. */
const DIRECTORY_BYTES_MAX = 4 * 1024 * 1024;

/**
 * Names of what is in a ZIP archive, from the directory behind the files (APPNOTE 4.3): nothing is unpacked, and of a
 * large file only its end is read. Null for what has no such directory, or an enormous one.
 */
export async function zipNames({ bytes, read }: PartedFile): Promise<string[] | null> {
  const from = Math.max(0, bytes - COMMENT_BYTES_MAX - END_BYTES - LOCATOR_BYTES - END_64_BYTES);
  const tail = Buffer.from(await read(from, bytes));
  const end = endOf(tail);
  if (end === null) return null;
  const place = placeOfDirectory(tail, end);
  if (!place?.size || place.size > DIRECTORY_BYTES_MAX || place.at + place.size > from + end) return null;
  return namesOf(Buffer.from(await read(place.at, place.at + place.size)));
}

/** Place of the end record: behind its comment is nothing. */
function endOf(tail: Buffer): number | null {
  let at = tail.lastIndexOf(END);
  while (at >= 0) {
    if (at + END_BYTES <= tail.length && at + END_BYTES + tail.readUInt16LE(at + 20) === tail.length) return at;
    at = at === 0 ? -1 : tail.lastIndexOf(END, at - 1);
  }
  return null;
}

function placeOfDirectory(tail: Buffer, end: number): { at: number; size: number } | null {
  const place = { at: tail.readUInt32LE(end + 16), size: tail.readUInt32LE(end + 12) };
  if (place.at !== ELSEWHERE && place.size !== ELSEWHERE) return place;
  const large = end - LOCATOR_BYTES - END_64_BYTES;
  if (large < 0 || tail.readUInt32LE(large) !== END_64) return null;
  return { at: Number(tail.readBigUInt64LE(large + 48)), size: Number(tail.readBigUInt64LE(large + 40)) };
}

function namesOf(directory: Buffer): string[] | null {
  const names: string[] = [];
  for (let at = 0; at < directory.length; ) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== ENTRY) return null;
    const name = at + 46 + directory.readUInt16LE(at + 28);
    names.push(directory.toString("utf8", at + 46, name));
    at = name + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return names;
}
