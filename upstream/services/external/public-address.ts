import { BlockList, isIP } from "node:net";

/** IPv4 networks that are not globally reachable (IANA's special-purpose registry), and multicast. */
const CLOSED_V4 = [
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24"],
  ...["192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.168.0.0/16", "192.175.48.0/24"],
  ...["198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/3"],
];
/** Exceptions within the one globally routed part of IPv6: networks that are not public, or embed IPv4 addresses. */
const CLOSED_V6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"];
/**
 * The globally routed part of IPv6, and how a machine that has only IPv6 reaches IPv4 (NAT64): the last 32 bits are the
 * IPv4 address. Another prefix for that, 64:ff9b:1::/48, belongs to a private network.
 */
const NAT64 = "64:ff9b::";
const OPEN_V6 = ["2000::/3", `${NAT64}/96`];

const closed = listOf(CLOSED_V4, "ipv4");
const closedV6 = listOf([...CLOSED_V6, ...CLOSED_V4.map(throughNat64)], "ipv6");
const openV6 = listOf(OPEN_V6, "ipv6");

/** The addresses by which a machine with NAT64 reaches an IPv4 network. */
function throughNat64(network: string): string {
  const [address = "", bits = ""] = network.split("/");
  return `${NAT64}${address}/${96 + Number(bits)}`;
}

function listOf(networks: readonly string[], family: "ipv4" | "ipv6"): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits = ""] = network.split("/");
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/** Whether an address is globally reachable: not of this machine, a private network, or reserved. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !closed.check(address, "ipv4");
  return version === 6 && openV6.check(address, "ipv6") && !closedV6.check(address, "ipv6");
}
