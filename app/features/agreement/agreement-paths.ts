/** URLs of agreements as functions; apart from `paths`, which every page loads. */
export const agreementPaths = {
  /** One version, as it was. */
  version: (key: string, version: number) => `/policy/${key}/${version}`,
  /** Asks to agree to new versions; `next` is where one wanted to go. */
  agree: (next: string) => `/policy/agree?next=${encodeURIComponent(next)}`,
};
