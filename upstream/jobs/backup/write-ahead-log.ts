import { closeSync, openSync, readSync } from "node:fs";

/** Lengths of the log's header and of a frame's header. https://sqlite.org/fileformat2.html#the_write_ahead_log */
const HEADER = 32;
const FRAME_HEADER = 24;

/** Position in a write-ahead log: its salt, and the bytes read. */
export type LogPlace = { salt: string; bytes: number };

/** Committed bytes after a position, and the position after them. */
export type LogPart = { place: LogPlace; offset: number; bytes: Buffer };

/**
 * Creates a reader for a SQLite file's write-ahead log; call it only while nobody writes. Frames of an earlier log,
 * which may follow the end, have other salts.
 */
export function createLogReader(file: string) {
  let handle: number | null = null;
  const read = (at: number, length: number): Buffer => {
    handle ??= openSync(file, "r");
    const buffer = Buffer.alloc(length);
    return buffer.subarray(0, readSync(handle, buffer, 0, length, at));
  };

  /** Returns pages committed after a position; the whole log if it was restarted. Null for an empty log. */
  function readFrom(place: LogPlace | null): LogPart | null {
    const header = read(0, HEADER);
    if (header.byteLength < HEADER) return null;
    const frame = FRAME_HEADER + header.readUInt32BE(8);
    const salt = header.subarray(16, 24).toString("hex");
    const offset = place?.salt === salt ? place.bytes : 0;
    let end = Math.max(offset, HEADER);
    for (let at = end; ; at += frame) {
      const head = read(at, FRAME_HEADER);
      if (head.byteLength < FRAME_HEADER || head.subarray(8, 16).toString("hex") !== salt) break;
      // Only the last frame of a transaction contains the database size after it.
      if (head.readUInt32BE(4) > 0) end = at + frame;
    }
    return { place: { salt, bytes: end }, offset, bytes: read(offset, end - offset) };
  }

  return {
    readFrom,
    close() {
      if (handle !== null) closeSync(handle);
      handle = null;
    },
  };
}
