type Listener = { host: string; port: number };

/** Hosts that stand for all addresses of the machine. */
const ALL = ["0.0.0.0", "::"];

/** Whether two servers would want the same port of an address. */
export const isSameListener = (one: Listener, other: Listener): boolean =>
  one.port === other.port && (one.host === other.host || [one.host, other.host].some((host) => ALL.includes(host)));
