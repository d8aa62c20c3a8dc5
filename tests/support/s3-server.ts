import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Key prefixes of public objects. */
const PUBLIC = ["avatar/", "cover/", "content/"];
const KEY_ID = "AKIDEXAMPLE";
const SECRET = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
const REGION = "us-east-1";
/** Maximum clock skew in milliseconds, as in S3. */
const SKEW_MAX = 15 * 60_000;

/** Bytes of the largest object that one request may store, as in S3. */
const PUT_MAX = 5 * 1024 ** 3;

type Stored = { bytes: Buffer; contentType: string; modified: Date };

/** An object that is uploaded in parts, by their numbers. */
type Unfinished = { key: string; contentType: string; parts: Map<number, Buffer> };
type Bucket = { name: string; objects: Map<string, Stored>; unfinished: Map<string, Unfinished>; putMax: number };

/** A bucket in a separate process, and the settings of a site that uses it. */
export type S3Server = {
  objects: Map<string, Stored>;
  /** Uploads in parts that were neither completed nor aborted, by their ids. */
  unfinished: ReadonlyMap<string, unknown>;
  settings: Record<string, string>;
  /** Allows pages of this origin to upload and read files, as docs/operations.md requires of a bucket. */
  allow(origin: string): void;
  /** Drops the connection of a request, which gets no response, if `isDropped` says so of its method and URL. */
  dropIf(isDropped: (request: string) => boolean): void;
  close(): void;
};

/**
 * Starts an S3 bucket on loopback: it verifies the signature of every request (version 4, in headers or in the URL) by
 * the published algorithm, and rejects unsigned requests outside of its public prefixes, clock skew, and objects too
 * large for one request.
 */
export async function startS3(name = "shequ-files", { putMax = PUT_MAX } = {}): Promise<S3Server> {
  const bucket: Bucket = { name, objects: new Map(), unfinished: new Map(), putMax };
  let allowed: string | null = null;
  let isDropped = (_: string): boolean => false;
  const server = createServer((request, response) => {
    if (isDropped(`${request.method} ${request.url}`)) return void request.socket.destroy();
    if (answerCors(allowed, request, response)) return;
    answer(bucket, request, response).catch((error: unknown) => refuse(response, 500, "InternalError", String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    objects: bucket.objects,
    unfinished: bucket.unfinished,
    settings: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: name,
      S3_REGION: REGION,
      S3_ACCESS_KEY: KEY_ID,
      S3_SECRET_KEY: SECRET,
    },
    allow(origin) {
      allowed = origin;
    },
    dropIf(chosen) {
      isDropped = chosen;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Answers CORS preflights, and adds CORS headers to other responses. @returns whether the response is complete */
function answerCors(allowed: string | null, { method, headers }: IncomingMessage, response: ServerResponse): boolean {
  const isAllowed = allowed !== null && headers.origin === allowed;
  if (isAllowed) response.setHeader("access-control-allow-origin", allowed);
  if (method !== "OPTIONS") return false;
  const asked = headers["access-control-request-method"] ?? "";
  const names = String(headers["access-control-request-headers"] ?? "");
  if (!isAllowed || !["PUT", "GET"].includes(asked) || !["", "content-type"].includes(names)) {
    refuse(response, 403, "AccessForbidden");
    return true;
  }
  response.writeHead(200, { "access-control-allow-methods": "PUT, GET", "access-control-allow-headers": names }).end();
  return true;
}

async function answer(bucket: Bucket, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { name, objects, unfinished, putMax } = bucket;
  const url = new URL(request.url ?? "/", "http://bucket.test");
  const [, found = "", ...rest] = url.pathname.split("/");
  const key = rest.map(decodeURIComponent).join("/");
  const { method = "GET" } = request;
  const body = Buffer.concat(await request.toArray());
  if (found === "" && method === "HEAD") return void response.writeHead(403).end();
  if (found !== name) return refuse(response, 404, "NoSuchBucket");
  const verdict = verdictOf(request, url, body);
  const isPublic = (method === "GET" || method === "HEAD") && PUBLIC.some((prefix) => key.startsWith(prefix));
  if (verdict !== "valid" && !(verdict === "unsigned" && isPublic)) {
    return refuse(response, 403, verdict === "unsigned" ? "AccessDenied" : verdict);
  }
  if (key === "") return list(objects, url, response);
  const declared = request.headers["content-length"];
  if (method === "PUT" && declared === undefined) return refuse(response, 411, "MissingContentLength");
  if (body.byteLength > putMax) return refuse(response, 400, "EntityTooLarge");
  const type = String(request.headers["content-type"] ?? "application/octet-stream");
  const source = request.headers["x-amz-copy-source"];
  const stored = objects.get(key);
  if (method === "POST" && url.searchParams.has("uploads")) {
    const id = `upload/${unfinished.size + 1}`;
    unfinished.set(id, { key, contentType: type, parts: new Map() });
    return void response.end(`<?xml version="1.0"?><Result><Key>${key}</Key><UploadId>${id}</UploadId></Result>`);
  }
  const uploadId = url.searchParams.get("uploadId");
  if (uploadId !== null) return answerUpload(bucket, uploadId, { method, url, body }, response);
  if (method === "PUT" && source !== undefined) {
    const from = objects.get(decodeURIComponent(String(source)).replace(`/${name}/`, ""));
    if (!from) return refuse(response, 404, "NoSuchKey");
    const contentType = request.headers["x-amz-metadata-directive"] === "REPLACE" ? type : from.contentType;
    objects.set(key, { bytes: from.bytes, contentType, modified: new Date() });
    return void response.writeHead(200, { "content-type": "application/xml" }).end("<CopyObjectResult/>");
  }
  if (method === "PUT") {
    objects.set(key, { bytes: body, contentType: type, modified: new Date() });
    return void response.writeHead(200).end();
  }
  if (method === "DELETE") {
    objects.delete(key);
    return void response.writeHead(204).end();
  }
  if (!stored) return refuse(response, 404, "NoSuchKey");
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
  if (method === "GET" && first !== undefined) {
    const part = stored.bytes.subarray(Number(first), Number(last) + 1);
    if (part.byteLength === 0) return refuse(response, 416, "InvalidRange");
    const range = `bytes ${first}-${Number(first) + part.byteLength - 1}/${stored.bytes.byteLength}`;
    response.writeHead(206, { "content-type": stored.contentType, "content-range": range });
    return void response.end(part);
  }
  const disposition = url.searchParams.get("response-content-disposition");
  response.writeHead(200, {
    "content-type": stored.contentType,
    "content-length": stored.bytes.byteLength,
    ...(disposition ? { "content-disposition": disposition } : {}),
  });
  response.end(method === "HEAD" ? undefined : stored.bytes);
}

/** Answers a request of an upload in parts: one of them, the end, or that it is aborted. */
function answerUpload(
  { objects, unfinished }: Bucket,
  id: string,
  { method, url, body }: { method: string; url: URL; body: Buffer },
  response: ServerResponse,
): void {
  const upload = unfinished.get(id);
  if (!upload) {
    refuse(response, 404, "NoSuchUpload");
    return;
  }
  if (method === "PUT") {
    upload.parts.set(Number(url.searchParams.get("partNumber")), body);
    response.writeHead(200, { etag: `"${sha256(body)}"` }).end();
    return;
  }
  if (method === "POST") {
    const text = body.toString("utf8");
    const named = [...text.matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)<\/ETag>/g)];
    const parts = named.map(([, number, tag]) => {
      const part = upload.parts.get(Number(number));
      return part && tag === `"${sha256(part)}"` ? part : null;
    });
    // A failure may be found after the status was sent.
    if (parts.includes(null)) {
      response.end("<Error><Code>InvalidPart</Code></Error>");
      return;
    }
    const whole = Buffer.concat(parts.filter((part) => part !== null));
    objects.set(upload.key, { bytes: whole, contentType: upload.contentType, modified: new Date() });
  }
  unfinished.delete(id);
  response.writeHead(method === "DELETE" ? 204 : 200).end();
}

function list(objects: Map<string, Stored>, url: URL, response: ServerResponse): void {
  const after = url.searchParams.get("start-after") ?? "";
  const limit = Math.min(1_000, Number(url.searchParams.get("max-keys") ?? 1_000));
  const keys = [...objects.keys()].filter((key) => key > after).sort();
  const entries = keys
    .slice(0, limit)
    .map((key) => {
      const { bytes, modified } = objects.get(key) as Stored;
      return `<Contents><Key>${encodeURIComponent(key)}</Key><LastModified>${modified.toISOString()}</LastModified><Size>${bytes.byteLength}</Size></Contents>`;
    })
    .join("");
  response.writeHead(200, { "content-type": "application/xml" });
  response.end(`<?xml version="1.0"?><ListBucketResult><EncodingType>url</EncodingType>${entries}</ListBucketResult>`);
}

function refuse(response: ServerResponse, status: number, code: string, message = code): void {
  response.writeHead(status, { "content-type": "application/xml" });
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`);
}

const sha256 = (text: string | Buffer) => createHash("sha256").update(text).digest("hex");
const hmac = (key: Buffer | string, text: string) => createHmac("sha256", key).update(text).digest();
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

/** Verifies a signature of version 4. https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html */
function verdictOf({ method = "GET", headers }: IncomingMessage, url: URL, body: Buffer): string {
  const query = [...url.searchParams].filter(([name]) => name !== "X-Amz-Signature");
  const given = readSignature(headers, url);
  if (!given) return "unsigned";
  const { credential, date, signed, signature, payload, expires } = given;
  const day = date.slice(0, 8);
  const scope = `${day}/${REGION}/s3/aws4_request`;
  if (credential !== `${KEY_ID}/${scope}`) return "InvalidAccessKeyId";
  const at = Date.parse(date.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, "$1-$2-$3T$4:$5:$6Z"));
  if (Date.now() > at + (expires ?? SKEW_MAX)) return expires === null ? "RequestTimeTooSkewed" : "AccessDenied";
  if (at - Date.now() > SKEW_MAX) return "RequestTimeTooSkewed";
  if (payload !== "UNSIGNED-PAYLOAD" && payload !== sha256(body)) return "XAmzContentSHA256Mismatch";
  const must = Object.keys(headers).filter((name) => name.startsWith("x-amz-"));
  if (!signed.includes("host") || must.some((name) => !signed.includes(name))) return "AccessDenied";
  const canonical = [
    method,
    url.pathname
      .split("/")
      .map((part) => encode(decodeURIComponent(part)))
      .join("/"),
    query
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .sort()
      .join("&"),
    ...signed.map(
      (name) =>
        `${name}:${String(headers[name] ?? "")
          .trim()
          .replace(/ +/g, " ")}`,
    ),
    "",
    signed.join(";"),
    payload,
  ].join("\n");
  const toSign = ["AWS4-HMAC-SHA256", date, scope, sha256(canonical)].join("\n");
  const key = [REGION, "s3", "aws4_request"].reduce((before, part) => hmac(before, part), hmac(`AWS4${SECRET}`, day));
  return hmac(key, toSign).toString("hex") === signature ? "valid" : "SignatureDoesNotMatch";
}

function readSignature(headers: IncomingMessage["headers"], url: URL) {
  const query = (name: string) => url.searchParams.get(name) ?? "";
  if (query("X-Amz-Signature")) {
    return {
      credential: query("X-Amz-Credential"),
      date: query("X-Amz-Date"),
      signed: query("X-Amz-SignedHeaders").split(";"),
      signature: query("X-Amz-Signature"),
      payload: "UNSIGNED-PAYLOAD",
      expires: Number(query("X-Amz-Expires")) * 1_000,
    };
  }
  const [, credential, signed, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? "",
    ) ?? [];
  if (!credential || !signed || !signature) return null;
  return {
    credential,
    signed: signed.split(";"),
    signature,
    expires: null,
    date: String(headers["x-amz-date"] ?? ""),
    payload: String(headers["x-amz-content-sha256"] ?? "UNSIGNED-PAYLOAD"),
  };
}
