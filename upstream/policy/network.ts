/** Network of a caller: the IPv4 address, or the /64 of an IPv6 address. */
export function networkOf(ip: string): string {
  const address = ip.replace(/^::ffff:(?=\d+\.)/i, "").toLowerCase();
  if (!address.includes(":")) return address;
  const [head = "", tail] = address.split("::");
  const groups = head.split(":").filter(Boolean);
  const rest = tail === undefined ? [] : tail.split(":").filter(Boolean);
  const missing = tail === undefined ? [] : Array<string>(Math.max(0, 8 - groups.length - rest.length)).fill("0");
  const whole = [...groups, ...missing, ...rest].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${whole.join(":")}::/64`;
}

/** Wider network that often belongs to one owner: a /24 of IPv4, a /48 of IPv6. */
export function widerNetworkOf(ip: string): string {
  const network = networkOf(ip);
  if (!network.includes(":")) return `${network.split(".").slice(0, 3).join(".")}.0/24`;
  return `${network.split(":").slice(0, 3).join(":")}::/48`;
}
