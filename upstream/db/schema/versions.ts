/** Times at which things last changed, in steps of one site-wide sequence; see db/versions.ts. */
export type VersionsTable = { key: string; version: number };
