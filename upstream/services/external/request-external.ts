import { requestFailure } from "./request-failure";

/** Function that sends requests to external services; fakes replace it. */
export type Fetch = (request: Request) => Promise<Response>;

/** No usable reply: it is unknown whether the service has processed the request. */
export class ExternalError extends Error {
  override name = "ExternalError";
}

const ANSWER_BYTES_MAX = 256 * 1024;

/** Reply of an external service, its body unparsed. */
export type RawReply = { status: number; headers: Headers; body: Buffer };

/**
 * Sends a request to an external service and reads the whole reply. Redirects are not followed.
 * @param bytesMax maximum bytes of the reply, if it may be larger than usual
 * @throws ExternalError if there is no complete reply within `timeout` milliseconds, or it is too large
 */
export async function requestExternalRaw(
  fetch: Fetch,
  request: Request,
  timeout: number,
  bytesMax = ANSWER_BYTES_MAX,
): Promise<RawReply> {
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
    // The URL may contain secrets, so the message only names the host.
    throw error instanceof ExternalError ? error : new ExternalError(`${host}: ${requestFailure(error)}`);
  }
}

/**
 * Sends a request to an external service and parses the reply as a JSON object, regardless of its content type and
 * status, which protocols use differently.
 * @throws ExternalError if there is no JSON object within `timeout` milliseconds
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
