import { createHash, createHmac } from "node:crypto";

type Signed = {
  secretId: string;
  secretKey: string;
  host: string;
  contentType: string;
  body: string;
  timestamp: number;
};

/**
 * Returns the `Authorization` of a Tencent Cloud SMS call (TC3-HMAC-SHA256); `timestamp` in Unix seconds. Source:
 * tencentcloud-sdk-nodejs-common 4.1.220, sign.js.
 */
export function signTencent({ secretId, secretKey, host, contentType, body, timestamp }: Signed): string {
  const date = new Date(timestamp * 1000).toISOString().slice(0, 10);
  const scope = `${date}/sms/tc3_request`;
  const headers = `content-type:${contentType}\nhost:${host}\n`;
  const canonical = `POST\n/\n\n${headers}\ncontent-type;host\n${sha256(body)}`;
  const toSign = `TC3-HMAC-SHA256\n${timestamp}\n${scope}\n${sha256(canonical)}`;
  const key = hmac(hmac(hmac(`TC3${secretKey}`, date), "sms"), "tc3_request");
  const signature = hmac(key, toSign).toString("hex");
  return `TC3-HMAC-SHA256 Credential=${secretId}/${scope}, SignedHeaders=content-type;host, Signature=${signature}`;
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const hmac = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();
