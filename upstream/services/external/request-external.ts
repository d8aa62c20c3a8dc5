/** Way in which services outside are reached; fakes are given in its place. */
export type Fetch = (request: Request) => Promise<Response>;

/** No usable answer came: nobody knows whether the other side did what it was asked to. */
export class ExternalError extends Error {
  override name = "ExternalError";
}

const ANSWER_BYTES_MAX = 256 * 1024;

/** Body of the response, byte for byte. */
export type RawAnswer = { status: number; headers: Headers; body: Buffer };

/**
 * Asks a service outside and reads its answer whole. Redirects are not followed.
 * @param bytesMax of an answer that is longer than answers are as a rule
 * @throws ExternalError when there is no whole answer within `timeout` milliseconds.
 */
export async function requestExternalRaw(
  fetch: Fetch,
  request: Request,
  timeout: number,
  bytesMax = ANSWER_BYTES_MAX,
): Promise<RawAnswer> {
  const { host } = new URL(request.url);
  const signal = AbortSignal.timeout(timeout);
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(new ExternalError(`${host}: no answer in ${timeout} ms`)));
  });
  const read = async () => {
    const response = await fetch(new Request(request, { redirect: "manual", signal }));
    return { status: response.status, headers: response.headers, body: await readCapped(response, bytesMax) };
  };
  try {
    return await Promise.race([read(), late]);
  } catch (error) {
    // The address may hold secrets, so of it only the host is told.
    throw error instanceof ExternalError ? error : new ExternalError(`${host}: ${(error as Error).message}`);
  }
}

/**
 * Asks a service outside and reads its answer as a JSON object, whatever content type and status it has: protocols
 * differ in both.
 * @throws ExternalError when there is no JSON object within `timeout` milliseconds.
 */
export async function requestExternal(
  fetch: Fetch,
  request: Request,
  timeout: number,
): Promise<Record<string, unknown>> {
  const { status, body } = await requestExternalRaw(fetch, request, timeout);
  const value = parseJson(body);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new ExternalError(`${new URL(request.url).host}: HTTP ${status}, not an object`);
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return null;
  }
}

async function readCapped({ body }: Response, bytesMax: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > bytesMax) throw new Error(`more than ${bytesMax} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
