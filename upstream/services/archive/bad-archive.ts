/** An archive that is damaged, cut off, sealed by another key, or not one of ours. */
export class BadArchive extends Error {
  override name = "BadArchive";
}
