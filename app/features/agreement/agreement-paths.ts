/** URLs of agreements; separate from `paths`, which every page loads. */
export const agreementPaths = {
  /** A specific version. */
  version: (key: string, version: number) => `/policy/${key}/${version}`,
};
