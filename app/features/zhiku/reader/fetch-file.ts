import { NETWORK_MESSAGE } from "#app/contract/codes";
import { DOCUMENT_DOWNLOAD_TIMEOUT } from "#app/contract/limits";

/** The file is not to be had; the message is for people. */
export class RefusedError extends Error {
  override name = "RefusedError";
}

/** The file is not to be had; a page says why. */
export class LedElsewhereError extends Error {
  override name = "LedElsewhereError";
  /** @param to the path of that page */
  constructor(readonly to: string) {
    super(to);
  }
}

type Options = {
  /** The size that is expected, for when the answer does not tell. */
  bytes: number;
  /** Told how much is there, in percent; 100 only once all is. */
  tell: (percent: number) => void;
  /** Ends it; aborted as well when it takes too long. */
  stop: AbortController;
};

const MINUTE = 60_000;
const LATE = `下载超过 ${DOCUMENT_DOWNLOAD_TIMEOUT / MINUTE} 分钟，已经停止。请在网络好一些时重试`;

/**
 * Fetches a file whole.
 * @throws RefusedError with what the server says, or when it takes longer than is allowed; LedElsewhereError where that
 * is a page; any other error when it is stopped or breaks off
 */
export async function fetchFile(url: string, { bytes, tell, stop }: Options): Promise<Blob> {
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    stop.abort();
  }, DOCUMENT_DOWNLOAD_TIMEOUT);
  try {
    const answer = await fetch(url, { method: "POST", signal: stop.signal });
    if (answer.redirected) {
      const { pathname, search } = new URL(answer.url);
      throw new LedElsewhereError(pathname + search);
    }
    if (!answer.ok) {
      const { message } = (await answer.json().catch(() => ({}))) as { message?: string };
      throw new RefusedError(message ?? NETWORK_MESSAGE);
    }
    return await read(answer, bytes, tell);
  } catch (error) {
    throw late ? new RefusedError(LATE) : error;
  } finally {
    clearTimeout(timer);
  }
}

async function read(answer: Response, bytes: number, tell: (percent: number) => void): Promise<Blob> {
  const told = Number(answer.headers.get("content-length"));
  const total = told || bytes;
  const chunks: BlobPart[] = [];
  let received = 0;
  const reader = answer.body?.getReader();
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    chunks.push(next.value as BlobPart);
    received += next.value.length;
    tell(Math.min(99, Math.floor((received / total) * 100)));
  }
  // Half a document is none. What was packed on its way is longer than what was told.
  if (received < told) throw new TypeError("broken off");
  tell(100);
  return new Blob(chunks, { type: answer.headers.get("content-type") ?? "" });
}
