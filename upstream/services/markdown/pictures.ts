import type { MarkdownIt, Token } from "markdown-it";
import { PICTURE_WIDTHS } from "#app/contract/files/picture-widths";
import { isMadeHere, resized } from "#app/contract/files/resized-picture";
import { linkToPicture } from "#upstream/text/picture-link";
import type { WebAddress } from "#upstream/text/web-address";
import { externalLink, type LinkEnv } from "./links";
import { inlineText } from "./plain-text";
import type { ReadAddress } from "./text-addresses";

/** Size in pixels. */
export type Size = { width: number; height: number };
/** Values that the picture rules write to the environment of one rendering (`pictures`), and read from it (`sizes`). */
export type PictureEnv = { pictures?: { url: string; key: string }[]; sizes?: Map<string, Size> };
/** Values that the core rule stores in an image's token for its rendering. */
type PictureMeta = { inLink: boolean; address: WebAddress | null };

/** Widths in pixels offered to browsers; the object store resizes to these. */
const WIDTHS = PICTURE_WIDTHS.filter((each) => each >= 480 && each <= 1280);
const COLUMN = "(max-width: 767.9px) 100vw, 720px";
const RESIZABLE = /\.(?:jpe?g|png|webp|avif)$/i;
/** Alternative texts that editors insert automatically. */
const MEANINGLESS =
  /^(?:image|img|pic|photo|dsc|picture|screenshot|mmexport|图片|图像|照片|截图|截屏|屏幕截图|微信图片)?[-_ \d]*$|\.\w{2,5}$/i;

/**
 * Renders pictures: only those in the object store, loaded lazily, with their size from `env.sizes`, in several widths.
 * Pictures from elsewhere become links, because another host would learn who reads what, and a URL of our own pages
 * would be requested by every reader. A picture alone in its paragraph becomes a figure, captioned by its title or else
 * its alternative text. Collects `env.pictures` in order.
 */
export function pictures(md: MarkdownIt, read: ReadAddress): void {
  md.core.ruler.push("pictures", ({ src, tokens, env, Token }) => {
    if (!src.includes("![")) return;
    const found: PictureEnv["pictures"] = [];
    tokens.forEach((token, index) => {
      let links = 0;
      for (const image of token.children ?? []) {
        links += image.type === "link_open" ? 1 : image.type === "link_close" ? -1 : 0;
        if (image.type !== "image") continue;
        const address = read(String(image.attrGet("src") ?? ""));
        image.meta = { inLink: links > 0, address } satisfies PictureMeta;
        if (address?.kind === "object") found.push({ url: address.href, key: address.key });
      }
      const open = tokens[index - 1];
      const close = tokens[index + 1];
      const alone = token.children?.length === 1 ? token.children[0] : undefined;
      if (alone?.type !== "image" || open?.type !== "paragraph_open" || open.hidden || !close) return;
      open.tag = close.tag = "figure";
      const caption = captionOf(alone);
      if (!caption) return;
      const words = new Token("figcaption", "figcaption", 0);
      words.content = caption;
      words.hidden = caption === inlineText(alone.children ?? []).trim();
      token.children?.push(words);
    });
    env.pictures = found;
  });

  const escapeHtml = md.utils.escapeHtml;
  md.renderer.rules.figcaption = (tokens, index) => {
    const { content = "", hidden = false } = tokens[index] ?? {};
    // A caption equal to the alternative text must not be read out twice.
    return `<figcaption${hidden ? ' aria-hidden="true"' : ""}>${escapeHtml(content)}</figcaption>`;
  };
  md.renderer.rules.image = (tokens, index, _options, env: PictureEnv & LinkEnv) => {
    const token = tokens[index];
    const { inLink, address }: PictureMeta = token?.meta ?? { inLink: false, address: null };
    const alt = inlineText(token?.children ?? []).trim();
    if (!address) return escapeHtml(alt);
    if (address.kind !== "object") {
      const { kind, href } = address;
      const to = escapeHtml(kind === "external" ? externalLink(env, href) : href);
      return linkToPicture({ kind, to, alt: escapeHtml(alt), inLink });
    }
    const size = env.sizes?.get(address.key);
    const sized = size && isResizable(address.href) ? size : null;
    const title = token?.attrGet("title");
    const attributes = [
      `src="${escapeHtml(address.href)}"`,
      `alt="${escapeHtml(alt)}"`,
      title ? `title="${escapeHtml(String(title))}"` : "",
      size ? `width="${size.width}" height="${size.height}"` : "",
      sized ? `srcset="${escapeHtml(srcset(address.href, sized))}" sizes="${COLUMN}"` : "",
      'loading="lazy" decoding="async"',
    ];
    const img = `<img ${attributes.filter(Boolean).join(" ")}>`;
    const avif = sized && isMadeHere(address.href) ? avifSrcset(address.href, sized) : "";
    const source = `<source type="image/avif" srcset="${escapeHtml(avif)}" sizes="${COLUMN}">`;
    const picture = avif ? `<picture>${source}${img}</picture>` : img;
    if (inLink) return picture;
    // Links to the original, for a closer look.
    return `<a class="picture" href="${escapeHtml(address.href)}"${alt ? "" : ' aria-label="查看图片"'}>${picture}</a>`;
  };
}

function captionOf(image: Token): string {
  const title = String(image.attrGet("title") ?? "").trim();
  if (title) return title;
  const alt = inlineText(image.children ?? []).trim();
  return MEANINGLESS.test(alt) ? "" : alt;
}

const isResizable = (href: string): boolean => RESIZABLE.test(href);

function srcset(href: string, { width }: Size): string {
  const smaller = WIDTHS.filter((each) => each < width).map((each) => `${resized(href, each)} ${each}w`);
  return [...smaller, `${href} ${width}w`].join(", ");
}

/**
 * Widths offered as AVIF, which are few because each is encoded while a reader waits; the largest is as wide as the
 * picture.
 */
function avifSrcset(href: string, { width }: Size): string {
  const wider = WIDTHS.findIndex((each) => each >= width);
  const offered = wider < 0 ? WIDTHS : WIDTHS.slice(0, wider + 1);
  return offered.map((each) => `${resized(href, each, "avif")} ${Math.min(each, width)}w`).join(", ");
}
