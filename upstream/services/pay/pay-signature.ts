import { createSign, createVerify, type KeyObject } from "node:crypto";

/** Maximum clock skew in seconds; an older signature may be a replay. */
export const SIGNATURE_WINDOW = 300;
/** Prefix of deliberately wrong signatures that WeChat Pay sends now and then to test verification. */
const PROBE = "WECHATPAY/SIGNTEST/";
const SCHEME = "WECHATPAY2-SHA256-RSA2048";

/** Merchant with its signing key. */
export type Signer = {
  mchId: string;
  /** Serial number of the merchant's API certificate. */
  serial: string;
  privateKey: KeyObject;
};

/** Request to WeChat Pay to be signed. */
export type SignedRequest = {
  method: string;
  /** Path, including the query. */
  path: string;
  /** Body; empty without one. */
  body: string;
  /** Time in Unix seconds. */
  timestamp: number;
  nonce: string;
};

/** Signs lines, each ended by a line feed, with RSA PKCS#1 v1.5 over SHA-256; base64. */
export function signLines(lines: readonly string[], privateKey: KeyObject): string {
  return createSign("RSA-SHA256")
    .update(lines.map((line) => `${line}\n`).join(""))
    .sign(privateKey, "base64");
}

const linesOf = ({ method, path, timestamp, nonce, body }: SignedRequest) => [
  method,
  path,
  String(timestamp),
  nonce,
  body,
];

/** Returns the value of `Authorization` (WeChat Pay API v3, 签名生成). */
export function authorizationOf(request: SignedRequest, { mchId, serial, privateKey }: Signer): string {
  const fields = {
    mchid: mchId,
    serial_no: serial,
    timestamp: String(request.timestamp),
    nonce_str: request.nonce,
    signature: signLines(linesOf(request), privateKey),
  };
  const list = Object.entries(fields).map(([name, value]) => `${name}="${value}"`);
  return `${SCHEME} ${list.join(",")}`;
}

/**
 * Whether `Authorization` is the merchant's valid signature of this request: the counterpart of `authorizationOf`, for
 * the fake.
 */
export function isAuthorized(
  authorization: string,
  request: Pick<SignedRequest, "method" | "path" | "body">,
  { mchId, serial, publicKey, now }: { mchId: string; serial: string; publicKey: KeyObject; now: Date },
): boolean {
  const [scheme, list = ""] = authorization.split(/ (.*)/s);
  const fields = new Map([...list.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = "", value = ""]) => [name, value]));
  if (scheme !== SCHEME || fields.get("mchid") !== mchId || fields.get("serial_no") !== serial) return false;
  const timestamp = Number(fields.get("timestamp"));
  if (!isRecent(timestamp, now)) return false;
  const lines = linesOf({ ...request, timestamp, nonce: fields.get("nonce_str") ?? "" });
  return createVerify("RSA-SHA256")
    .update(lines.map((line) => `${line}\n`).join(""))
    .verify(publicKey, fields.get("signature") ?? "", "base64");
}

/**
 * Returns the signature headers of a response or notification, as WeChat Pay sends them; `timestamp` in Unix seconds.
 * For the fake.
 */
export function signatureHeaders(
  message: { body: string; timestamp: number; nonce: string },
  { serial, privateKey }: { serial: string; privateKey: KeyObject },
): Record<string, string> {
  return {
    "wechatpay-timestamp": String(message.timestamp),
    "wechatpay-nonce": message.nonce,
    "wechatpay-signature": signLines([String(message.timestamp), message.nonce, message.body], privateKey),
    "wechatpay-serial": serial,
    "wechatpay-signature-type": SCHEME,
  };
}

/**
 * Verifies that a response or notification is WeChat Pay's: a signature over the raw body, by a known key (found by a
 * public key id, or a platform certificate's serial number), at most five minutes old.
 * @returns the problem, or null if it is valid
 */
export function signatureProblem(
  keys: ReadonlyMap<string, KeyObject>,
  header: (name: string) => string | null,
  body: Uint8Array,
  now: Date,
): string | null {
  const timestamp = header("wechatpay-timestamp");
  const nonce = header("wechatpay-nonce");
  const signature = header("wechatpay-signature");
  const serial = header("wechatpay-serial");
  if (!timestamp || !nonce || !signature || !serial) return "not signed";
  if (signature.startsWith(PROBE)) return "a probe with a bad signature";
  if (!/^\d{1,12}$/.test(timestamp) || !isRecent(Number(timestamp), now)) return "signed too long ago";
  const key = keys.get(serial);
  if (!key) return "signed with a key that is not known here";
  const verified = createVerify("RSA-SHA256")
    .update(`${timestamp}\n${nonce}\n`)
    .update(body)
    .update("\n")
    .verify(key, signature, "base64");
  return verified ? null : "the signature is wrong";
}

const isRecent = (timestamp: number, now: Date): boolean =>
  Math.abs(Math.floor(now.getTime() / 1000) - timestamp) <= SIGNATURE_WINDOW;
