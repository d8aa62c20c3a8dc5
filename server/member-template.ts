import { hash } from "node:crypto";
import { constants, crc32, deflateRawSync } from "node:zlib";
import { newIdempotencyKey } from "#app/components/ui/idempotency-key";
import { inPageData, PAGE_DATA } from "#framework/server/whole-page";
import { type Identity, PERSONAL_PLACES, type PersonalPlace, type Placeholders } from "./member-identity";
import type { Page } from "./page";

/** A place that is filled for each reader, as its surroundings want it escaped. */
type Place = { hole: PersonalPlace; within: "markup" | "data" };
type Part = Buffer | Place;

/** A page with holes in it. */
export type Template = {
  status: number;
  headers: readonly [string, string][];
  /** The markup, then the page's data, then the rest. */
  parts: { markup: Part[]; data: Part[]; rest: Buffer };
  /** Tells it from every other template. */
  tag: string;
  /** About what it takes in memory. */
  bytes: number;
};

const DATA_END = "</script>";

/**
 * Makes a template of a page that was rendered with stand-ins. The page is looked through as bytes, a character each: it
 * is two or three times as fast as by its letters, and what stays of it need not be written anew.
 * @returns null where one of them is found in part or otherwise written, or inside a script
 */
export function templateOf({ status, headers, body }: Page, placeholders: Placeholders): Template | null {
  const html = body.toString("latin1");
  const start = html.lastIndexOf(PAGE_DATA) + PAGE_DATA.length;
  const end = html.indexOf(DATA_END, start);
  if (start < PAGE_DATA.length || end < 0) return null;
  const [before, data, rest] = [html.slice(0, start), html.slice(start, end), html.slice(end)];
  const marks = PERSONAL_PLACES.map((hole) => ({ hole, mark: bytesOf(placeholders[hole]) }));
  const pieces = { markup: split(before, marks), data: split(data, marks) };
  const fixed = [...pieces.markup, ...pieces.data].filter((piece) => typeof piece === "string");
  const hasTrace = traceOf(placeholders);
  if ([rest, ...fixed, ...headers.flat().map(bytesOf)].some(hasTrace) || isFilledInScript(before, marks)) return null;
  const partsOf = (list: readonly Piece[], within: Place["within"], from: number): Part[] => {
    let at = from;
    return list.map((piece) => {
      const [first, length] = [at, typeof piece === "string" ? piece.length : piece.mark.length];
      at += length;
      return typeof piece === "string" ? body.subarray(first, at) : { hole: piece.hole, within };
    });
  };
  return {
    status,
    headers,
    parts: {
      markup: partsOf(pieces.markup, "markup", 0),
      data: partsOf(pieces.data, "data", start),
      rest: body.subarray(end),
    },
    tag: hash("sha256", body, "base64url").slice(0, 22),
    // In two forms: as it is, and compressed.
    bytes: 2 * body.byteLength,
  };
}

/** A text as its bytes in UTF-8, each of them one character. */
const bytesOf = (text: string): string => Buffer.from(text).toString("latin1");

/** Stand-in of a hole, as bytes. */
type Mark = { hole: PersonalPlace; mark: string };
type Piece = string | Mark;

/** A page without what stands for the reader, in its order. */
function split(html: string, marks: readonly Mark[]): Piece[] {
  const byMark = new Map(marks.map((one) => [one.mark, one]));
  const pieces = html.split(new RegExp(`(${[...byMark.keys()].join("|")})`));
  return pieces.filter((piece) => piece !== "").map((piece) => byMark.get(piece) ?? piece);
}

/** Letters for private use as bytes, and as an address writes them. */
const PRIVATE_LETTER = /\xEE|\xEF[\x80-\xA3]/;
const ENCODED_LETTER = /%EE%[89AB]|%EF%(?:[89]|A[0-3])/i;

/** Tells whether something of a stand-in is among the bytes of a text: a letter of it, or the whole. */
function traceOf({ nickname, headline, phone, ...plain }: Placeholders): (bytes: string) => boolean {
  const letters = [...new Set(nickname + headline + phone)].map(bytesOf);
  const whole = Object.values(plain);
  return (bytes) =>
    whole.some((one) => bytes.includes(one)) ||
    ENCODED_LETTER.test(bytes) ||
    (PRIVATE_LETTER.test(bytes) && letters.some((letter) => bytes.includes(letter)));
}

/** Whether a place lies inside one of the scripts of a page's markup. */
function isFilledInScript(markup: string, marks: readonly Mark[]): boolean {
  const scripts = markup.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/g);
  return [...scripts].some(([whole]) => marks.some(({ mark }) => whole.includes(mark)));
}

/** A template filled for a reader. */
export type Filled = {
  status: number;
  /** Those of the template: the same list each time. */
  headers: readonly [string, string][];
  etag: string;
  body(): Buffer;
  gzip(): Buffer;
};

/** Fills the holes of a template. */
export function fill({ status, headers, parts, tag }: Template, identity: Identity): Filled {
  const own = new Set<Buffer>();
  const filled = (part: Part): Buffer => {
    if (!("hole" in part)) return part;
    const value = part.hole === "formKey" ? newIdempotencyKey() : identity[part.hole];
    const bytes = Buffer.from(part.within === "markup" ? inMarkup(value) : inPageData(value));
    own.add(bytes);
    return bytes;
  };
  const all = [...parts.markup.map(filled), ...parts.data.map(filled), parts.rest];
  return {
    status,
    headers,
    etag: `W/"${hash("sha256", Buffer.concat([Buffer.from(tag), ...own]), "base64url").slice(0, 22)}"`,
    body: () => Buffer.concat(all),
    gzip: () => gzipOf(all, own),
  };
}

const HTML_ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" };

/** A text as React writes it, between tags and in attributes. */
const inMarkup = (text: string): string => text.replace(/[&<>"']/g, (one) => HTML_ESCAPES[one] ?? one);

/** Header of a file of gzip (RFC 1952): deflated, no name, no time, of no system. */
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** The last block of deflated data (RFC 1951), stored, with nothing in it. */
const LAST_BLOCK = Buffer.from([1, 0, 0, 0xff, 0xff]);
/** Bytes that a stored block holds at most. */
const STORED_MAX = 0xffff;

const deflated = new WeakMap<Buffer, Buffer>();

/**
 * A file of gzip made of parts. Those that a template keeps are compressed once. A reader's `own` are stored as they are:
 * so the length of what is sent tells nothing of how they are like what is around them.
 */
function gzipOf(parts: readonly Buffer[], own: ReadonlySet<Buffer>): Buffer {
  let sum = 0;
  let length = 0;
  const blocks: Buffer[] = [GZIP_HEAD];
  for (const part of parts) {
    sum = crc32(part, sum);
    length += part.byteLength;
    blocks.push(...(own.has(part) ? stored(part) : [deflatedOnce(part)]));
  }
  const tail = Buffer.alloc(8);
  tail.writeUInt32LE(sum, 0);
  tail.writeUInt32LE(length, 4);
  return Buffer.concat([...blocks, LAST_BLOCK, tail]);
}

/** Blocks that leave nothing to be looked back at, so that others can stand before and behind them. */
function deflatedOnce(part: Buffer): Buffer {
  const known = deflated.get(part);
  if (known) return known;
  const made = deflateRawSync(part, { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  deflated.set(part, made);
  return made;
}

/** Blocks of bytes that are not compressed. */
function stored(bytes: Buffer): Buffer[] {
  const blocks: Buffer[] = [];
  for (let from = 0; from < bytes.byteLength; from += STORED_MAX) {
    const content = bytes.subarray(from, from + STORED_MAX);
    const head = Buffer.alloc(5);
    head.writeUInt16LE(content.byteLength, 1);
    head.writeUInt16LE(~content.byteLength & 0xffff, 3);
    blocks.push(head, content);
  }
  return blocks;
}
