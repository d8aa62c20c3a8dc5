/** Files that `npm run import` brought in, so that running it again changes nothing. */
export type ImportsTable = { source: string; kind: string; item_id: number; hash: string; imported_at: string };
