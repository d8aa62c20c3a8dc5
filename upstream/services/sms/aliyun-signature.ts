import { createHmac } from "node:crypto";

/**
 * Returns the `Signature` of an Aliyun RPC call (HMAC-SHA1, version 1.0) over all other parameters, sorted and encoded.
 * Source: @alicloud/pop-core 1.8.0, lib/rpc.js.
 */
export function signAliyun(
  method: "GET" | "POST",
  parameters: Record<string, string>,
  accessKeySecret: string,
): string {
  const canonical = Object.keys(parameters)
    .sort()
    .map((name) => `${encode(name)}=${encode(parameters[name] ?? "")}`)
    .join("&");
  return createHmac("sha1", `${accessKeySecret}&`)
    .update(`${method}&%2F&${encode(canonical)}`)
    .digest("base64");
}

/** Encodes as RFC 3986 requires: only `-._~` of ASCII punctuation stay. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
