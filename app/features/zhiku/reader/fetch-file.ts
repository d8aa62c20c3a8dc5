import { NETWORK_MESSAGE } from "#app/contract/codes";
import { DOCUMENT_DOWNLOAD_TIMEOUT } from "#app/contract/limits";

/** The file is refused; the message is fit to show. */
export class RefusedError extends Error {
  override name = "RefusedError";
}

/** The file is refused; a page explains why. */
export class LedElsewhereError extends Error {
  override name = "LedElsewhereError";
  /** @param to path of that page */
  constructor(readonly to: string) {
    super(to);
  }
}

type Options = {
  /** Expected size, if the response has no length. */
  bytes: number;
  /** Called with the progress in percent; 100 only when complete. */
  tell: (percent: number) => void;
  /** Aborts the download; also aborted on a timeout. */
  stop: AbortController;
};

const MINUTE = 60_000;
const LATE = `下载超过 ${DOCUMENT_DOWNLOAD_TIMEOUT / MINUTE} 分钟，已经停止。请在网络好一些时重试`;

/**
 * Fetches a complete file.
 * @throws RefusedError with the server's message, or on a timeout; LedElsewhereError if the response is a page; any
 * other error if it is aborted or interrupted
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
  // A truncated document is an error. A compressed response may be longer than announced.
  if (received < told) throw new TypeError("broken off");
  tell(100);
  return new Blob(chunks, { type: answer.headers.get("content-type") ?? "" });
}
