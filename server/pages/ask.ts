import type { UpstreamRequest } from "#app/contract/transport";

/** API call of a page whose reply may depend on the reader. */
export type Ask = Pick<UpstreamRequest, "params" | "query"> & { name: string };

/** Key under which a page makes a call once. */
export const askKey = ({ name, params, query }: Ask): string => JSON.stringify([name, params, query]);
