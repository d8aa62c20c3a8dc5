/** URL of a server that listens on this address; an IPv6 address is put in brackets. */
export const listenerUrl = (host: string, port: number): string =>
  `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
