type PictureElsewhere = { kind: "own" | "external"; to: string; alt: string; inLink: boolean };

/** HTML of a link to what was meant as a picture, its words alone where it lies in a link; `to` and `alt` are escaped. */
export function linkToPicture({ kind, to, alt, inLink }: PictureElsewhere): string {
  const words = (kind === "external" ? "站外图片" : "图片") + (alt ? `：${alt}` : "");
  if (inLink) return words;
  const marks = kind === "external" ? ' rel="nofollow ugc noopener" target="_blank"' : "";
  return `<a href="${to}"${marks}>${words}</a>`;
}
