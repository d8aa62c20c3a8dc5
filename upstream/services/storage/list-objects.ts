/** An object in a bucket's listing. */
export type ListedObject = { key: string; bytes: number; modified: Date };

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/**
 * Parses a page of a bucket's listing (S3, ListObjectsV2, `encoding-type=url`): its objects, and whether there are
 * more.
 */
export function readListing(xml: string): { objects: ListedObject[]; isCut: boolean } {
  // Some servers do not encode keys, and then do not report an encoding.
  const isEncoded = textOf(xml, "EncodingType") === "url";
  const objects = [...xml.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)].flatMap(([, entry = ""]) => {
    const key = textOf(entry, "Key");
    const modified = new Date(textOf(entry, "LastModified") ?? "");
    if (!key || Number.isNaN(modified.getTime())) return [];
    return [
      {
        key: isEncoded ? decodeURIComponent(key.replaceAll("+", " ")) : key,
        bytes: Number(textOf(entry, "Size")),
        modified,
      },
    ];
  });
  return { objects, isCut: textOf(xml, "IsTruncated") === "true" };
}

/** Text of the first element of this name in a bucket's XML; null if there is none. */
export function textOf(xml: string, element: string): string | null {
  const text = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1];
  return text === undefined ? null : text.replace(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);
}
