import { isIP } from "node:net";

/** Whether an address is of this machine or of a private network: a proxy, or the operator's own. */
export function isPrivate(ip: string): boolean {
  const address = ip.replace(/^::ffff:(?=\d+\.)/i, "").toLowerCase();
  if (isIP(address) === 0) return true;
  return /^(?:127\.|10\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.|::1$|f[cd]|fe80:)/.test(address);
}
