import { isIP } from "node:net";

/**
 * Whether an address is of this machine or of a private network: a proxy, or the operator's own. Load balancers of
 * providers, such as Aliyun's, have addresses of 100.64.0.0/10.
 */
export function isPrivate(ip: string): boolean {
  const address = ip.replace(/^::ffff:(?=\d+\.)/i, "").toLowerCase();
  if (isIP(address) === 0) return true;
  return /^(?:127\.|10\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.|::1$|f[cd]|fe80:)/.test(
    address,
  );
}
