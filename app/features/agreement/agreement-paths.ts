/** URLs of agreements; separate from `paths`, which every page loads. */
export const agreementPaths = {
  /** A specific version. */
  version: (key: string, version: number) => `/policy/${key}/${version}`,
  /** Page to accept new versions; `next` is where to continue. */
  agree: (next: string) => `/policy/agree?next=${encodeURIComponent(next)}`,
};
