/** How services outside are reached; fakes are given in its place. */
export type Fetch = (request: Request) => Promise<Response>;

/** No usable answer came: nobody knows whether the other side did what it was asked to. */
export class OutsideError extends Error {
  override name = "OutsideError";
}

const ANSWER_BYTES_MAX = 256 * 1024;

/**
 * Asks a service outside and reads its answer as a JSON object, whatever content type and status it has: protocols
 * differ in both. Redirects are not followed.
 * @throws OutsideError when there is no JSON object within `timeout` milliseconds.
 */
export async function askOutside(fetch: Fetch, request: Request, timeout: number): Promise<Record<string, unknown>> {
  const { host } = new URL(request.url);
  const signal = AbortSignal.timeout(timeout);
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(new OutsideError(`${host}: no answer in ${timeout} ms`)));
  });
  try {
    return await Promise.race([read(fetch, new Request(request, { redirect: "manual", signal })), late]);
  } catch (error) {
    // The address may hold secrets, so of it only the host is told.
    throw error instanceof OutsideError ? error : new OutsideError(`${host}: ${(error as Error).message}`);
  }
}

async function read(fetch: Fetch, request: Request): Promise<Record<string, unknown>> {
  const response = await fetch(request);
  const text = await readCapped(response);
  const value: unknown = JSON.parse(text);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new Error(`HTTP ${response.status}, not an object`);
}

async function readCapped({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let [text, bytes] = ["", 0];
  for await (const chunk of (body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > ANSWER_BYTES_MAX) throw new Error(`more than ${ANSWER_BYTES_MAX} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
