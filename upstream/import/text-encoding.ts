import { BadFile } from "./bad-file";

const BYTES_LOOKED_AT = 4_096;

/**
 * Decodes a file: UTF-8, UTF-16 (by its byte order mark, or zero bytes between letters), else GB18030, which includes
 * GBK and GB2312.
 * @param encoding name of the encoding, if known
 * @throws BadFile if it is none of these
 */
export function decodeText(bytes: Buffer, encoding?: string): string {
  for (const each of encoding ? [encoding] : candidates(bytes)) {
    try {
      return new TextDecoder(each, { fatal: true }).decode(bytes);
    } catch {}
  }
  throw new BadFile(encoding ? `不是 ${encoding} 编码的文本` : "不是文本（UTF-8、UTF-16、GB18030 都读不通）");
}

function candidates(bytes: Buffer): string[] {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return ["utf-16le"];
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return ["utf-16be"];
  const beginning = bytes.subarray(0, BYTES_LOOKED_AT);
  if (!beginning.includes(0)) return ["utf-8", "gb18030"];
  const zerosAt = (rest: number) => beginning.filter((byte, index) => byte === 0 && index % 2 === rest).length;
  const many = beginning.length / 10;
  if (zerosAt(1) > many && zerosAt(0) === 0) return ["utf-16le"];
  if (zerosAt(0) > many && zerosAt(1) === 0) return ["utf-16be"];
  return ["utf-8", "gb18030"];
}

/** Whether this encoding is supported. */
export function isEncoding(name: string): boolean {
  try {
    return new TextDecoder(name).encoding !== "";
  } catch {
    return false;
  }
}
