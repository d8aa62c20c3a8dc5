import { NETWORK_MESSAGE } from "#app/contract/codes";
import { DOCUMENT_DOWNLOAD_TIMEOUT } from "#app/contract/limits";

/** The server said no; the message is for people. */
export class RefusedError extends Error {
  override name = "RefusedError";
}

/**
 * Fetches a file, telling how much of it is there, in percent.
 * @throws RefusedError with what the server says
 */
export async function fetchFile(url: string, tell: (percent: number) => void): Promise<Blob> {
  const answer = await fetch(url, { method: "POST", signal: AbortSignal.timeout(DOCUMENT_DOWNLOAD_TIMEOUT) });
  if (!answer.ok) {
    const { message } = (await answer.json().catch(() => ({}))) as { message?: string };
    throw new RefusedError(message ?? NETWORK_MESSAGE);
  }
  const total = Number(answer.headers.get("content-length")) || 0;
  const chunks: BlobPart[] = [];
  let received = 0;
  const reader = answer.body?.getReader();
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    chunks.push(next.value as BlobPart);
    received += next.value.length;
    if (total) tell(Math.min(99, Math.floor((received / total) * 100)));
  }
  return new Blob(chunks, { type: answer.headers.get("content-type") ?? "" });
}
