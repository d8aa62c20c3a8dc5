/** A file that can be read partially; `to` is exclusive. */
export type PartedFile = { bytes: number; read: (from: number, to: number) => Promise<Uint8Array> };

const ENTRY = 0x02014b50;
const END = Buffer.from("PK\u0005\u0006");
const END_64 = 0x06064b50;
const END_BYTES = 22;
/** Bytes of the ZIP64 end record, and of its locator; both precede the plain end record. */
const END_64_BYTES = 56;
const LOCATOR_BYTES = 20;
const COMMENT_BYTES_MAX = 0xffff;
/** Placeholder for a number stored in the ZIP64 end record. */
const ELSEWHERE = 0xffffffff;
/** Maximum bytes of a directory: about forty thousand names. */
const DIRECTORY_BYTES_MAX = 4 * 1024 * 1024;

/**
 * Reads the entry names of a ZIP archive from its central directory (APPNOTE 4.3), without unpacking; of a large file
 * only the end is read. Null if there is no such directory or it is too large.
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

/** Position of the end record, which must be followed by only its comment. */
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
