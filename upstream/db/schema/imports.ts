/** Files imported by `npm run import`, so that running it again changes nothing. */
export type ImportsTable = { source: string; kind: string; item_id: number; hash: string; imported_at: string };
