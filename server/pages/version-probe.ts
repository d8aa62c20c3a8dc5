/** Reads the versions of data; see upstream/db/versions.ts, and asked-versions.ts for a separate upstream. */
export type VersionProbe = {
  now(): number | Promise<number>;
  latest(keys: readonly string[]): number | Promise<number>;
};
