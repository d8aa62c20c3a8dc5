type PictureElsewhere = { kind: "own" | "external"; to: string; alt: string; inLink: boolean };

/** HTML of a link that replaces an image, or only its text inside another link; `to` and `alt` are already escaped. */
export function linkToPicture({ kind, to, alt, inLink }: PictureElsewhere): string {
  const words = (kind === "external" ? "站外图片" : "图片") + (alt ? `：${alt}` : "");
  if (inLink) return words;
  const marks = kind === "external" ? ' rel="nofollow ugc noopener" target="_blank"' : "";
  return `<a href="${to}"${marks}>${words}</a>`;
}
