/** Version at which each key last changed, from one site-wide sequence; see db/versions.ts. */
export type VersionsTable = { key: string; version: number };
