import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { MINUTE } from "#runtime/time-units";

/**
 * Presigned URLs of Aliyun OSS, version 4 (`OSS4-HMAC-SHA256`), created and verified here so that the local store
 * behaves like a real bucket. https://help.aliyun.com/zh/oss/developer-reference/add-signatures-to-urls
 */
export type OssCredential = { accessId: string; secret: string; region: string };

/** Request to be signed. */
export type SignedRequest = {
  method: string;
  bucket: string;
  key: string;
  /** Query parameters to sign, such as `x-oss-process`. */
  query?: Record<string, string>;
  /** Lower-case names; `content-type`, `content-md5` and `x-oss-*` are always signed if present. */
  headers?: Record<string, string>;
  /** Names of further headers to sign. */
  additional?: string[];
};

const VERSION = "OSS4-HMAC-SHA256";
const SIGNATURE = "x-oss-signature";
/** Maximum validity in seconds, as in OSS. */
const EXPIRES_MAX = 604_800;
const CLOCK_SKEW_MAX = 15 * MINUTE;

/** Returns all query parameters of the signed request, including the signature, which is valid for `seconds`. */
export function signOss(
  request: SignedRequest,
  credential: OssCredential,
  { now, seconds }: { now: Date; seconds: number },
): Record<string, string> {
  const date = now.toISOString().replace(/[-:]|\.\d{3}/g, "");
  const query: Record<string, string> = {
    ...request.query,
    "x-oss-signature-version": VERSION,
    "x-oss-credential": `${credential.accessId}/${scopeOf(date, credential)}`,
    "x-oss-date": date,
    "x-oss-expires": String(seconds),
  };
  if (request.additional?.length) query["x-oss-additional-headers"] = sortedNames(request.additional).join(";");
  return { ...query, [SIGNATURE]: signature({ ...request, query }, credential, date) };
}

/** Result of verifying a signature. */
export type Verdict = "valid" | "unsigned" | "expired" | "invalid";

/** Verifies a request whose `query` contains the signature, if any. */
export function verifyOss(
  request: SignedRequest & { query: Record<string, string> },
  credential: OssCredential,
  now: Date,
): Verdict {
  const { [SIGNATURE]: given, ...query } = request.query;
  if (given === undefined) return query["x-oss-signature-version"] ? "invalid" : "unsigned";
  const date = query["x-oss-date"] ?? "";
  const expires = query["x-oss-expires"] ?? "";
  const known =
    query["x-oss-signature-version"] === VERSION &&
    /^\d{8}T\d{6}Z$/.test(date) &&
    /^\d{1,6}$/.test(expires) &&
    Number(expires) <= EXPIRES_MAX &&
    query["x-oss-credential"] === `${credential.accessId}/${scopeOf(date, credential)}`;
  if (!known) return "invalid";
  const additional = query["x-oss-additional-headers"]?.split(";") ?? [];
  const expected = signature({ ...request, query, additional }, credential, date);
  if (!sameText(expected, given)) return "invalid";
  const signedAt = Date.parse(date.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, "$1-$2-$3T$4:$5:$6Z"));
  if (!(signedAt - now.getTime() <= CLOCK_SKEW_MAX)) return "invalid";
  return now.getTime() < signedAt + Number(expires) * 1000 ? "valid" : "expired";
}

function signature(request: SignedRequest, { secret, region }: OssCredential, date: string): string {
  const stringToSign = [VERSION, date, scopeOf(date, { region }), sha256(canonicalRequest(request))].join("\n");
  const steps = [date.slice(0, 8), region, "oss", "aliyun_v4_request"];
  const key = steps.reduce((previous, step) => hmac(previous, step), Buffer.from(`aliyun_v4${secret}`));
  return hmac(key, stringToSign).toString("hex");
}

/** Returns the canonical request, whose hash is signed. */
export function canonicalRequest({
  method,
  bucket,
  key,
  query = {},
  headers = {},
  additional = [],
}: SignedRequest): string {
  const added = sortedNames(additional);
  const always = (name: string) => name === "content-type" || name === "content-md5" || name.startsWith("x-oss-");
  const signed = Object.entries(headers).filter(([name]) => always(name) || added.includes(name));
  return [
    method,
    `/${bucket}/${key.split("/").map(encode).join("/")}`,
    Object.entries(query)
      .map(([name, value]) => [encode(name), encode(value)] as const)
      .sort(byName)
      .map(([name, value]) => (value ? `${name}=${value}` : name))
      .join("&"),
    ...signed.sort(byName).map(([name, value]) => `${name}:${value.trim()}`),
    "",
    added.join(";"),
    "UNSIGNED-PAYLOAD",
  ].join("\n");
}

const byName = ([a]: readonly [string, string], [b]: readonly [string, string]) => (a < b ? -1 : a > b ? 1 : 0);
const sortedNames = (names: string[]) => [...new Set(names.map((name) => name.toLowerCase()))].sort();
const scopeOf = (date: string, { region }: Pick<OssCredential, "region">) =>
  `${date.slice(0, 8)}/${region}/oss/aliyun_v4_request`;
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const hmac = (key: Buffer, text: string) => createHmac("sha256", key).update(text).digest();

function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
