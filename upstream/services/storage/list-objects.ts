/** An object as a listing has it. */
export type ListedObject = { key: string; bytes: number; modified: Date };

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** The objects of a page of a bucket's listing (S3, ListObjectsV2, `encoding-type=url`). */
export function readListing(xml: string): ListedObject[] {
  return [...xml.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)].flatMap(([, entry = ""]) => {
    const key = textOf(entry, "Key");
    const modified = new Date(textOf(entry, "LastModified") ?? "");
    if (!key || Number.isNaN(modified.getTime())) return [];
    return [{ key: decodeURIComponent(key.replaceAll("+", " ")), bytes: Number(textOf(entry, "Size")), modified }];
  });
}

function textOf(xml: string, element: string): string | null {
  const text = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1];
  return text === undefined ? null : text.replace(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);
}
