/** Error for an archive that is damaged, truncated, encrypted with another key, or not one of ours. */
export class BadArchive extends Error {
  override name = "BadArchive";
}
