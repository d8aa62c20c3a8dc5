import type { ImgHTMLAttributes } from "react";
import { PICTURE_WIDTHS } from "#app/contract/picture-widths";
import { isMadeHere, resized } from "#app/contract/resized-picture";
import { useRoot } from "#app/hooks/root";
import { FALLBACKS, type Fallback } from "./failed-pictures";
import { isObjectUrl } from "./object-url";

const NONE: string[] = [];
/** CSS px, below which the head of a file outweighs what AVIF saves. */
const AVIF_WIDTH_MIN = 96;

type Props = {
  src: string | null | undefined;
  alt: string;
  /** Size of the picture itself or of the box that it fills, in CSS px; keeps its place while it loads. */
  width: number;
  height: number;
  /** Stand-in when it fails. */
  fallback?: Fallback;
  /** As of `<img sizes>`; without it the picture is offered at `width` and twice that. */
  sizes?: string;
  /** For the one picture that a page opens with. */
  priority?: boolean;
  className?: string;
};

/**
 * A picture: sized in advance, loaded late, offered in several widths and formats when it lies in our object storage, and
 * replaced by a stand-in when it can't be loaded (`replaceFailedPictures`).
 */
export function Img({ src, alt, width, height, fallback = "picture", sizes, priority, className }: Props) {
  const hosts = useRoot()?.objectHosts ?? NONE;
  const attributes: ImgHTMLAttributes<HTMLImageElement> & { fetchpriority?: "high" } = priority
    ? { fetchpriority: "high" }
    : { loading: "lazy", decoding: "async" };
  const url = src || FALLBACKS[fallback];
  const isObject = isObjectUrl(url, hosts);
  const img = (
    <img
      {...attributes}
      {...(isObject ? sourcesOf(url, width, sizes, "webp") : { src: url })}
      alt={alt}
      width={width}
      height={height}
      className={className}
      data-fallback={fallback}
    />
  );
  if (!isObject || !isMadeHere(url) || width < AVIF_WIDTH_MIN) return img;
  const { src: _, ...avif } = sourcesOf(url, width, sizes, "avif");
  return (
    <picture>
      <source type="image/avif" {...avif} />
      {img}
    </picture>
  );
}

function sourcesOf(url: string, width: number, sizes: string | undefined, format: "webp" | "avif") {
  const at = (each: number) => resized(url, each, format);
  if (!sizes) return { src: at(width), srcSet: `${at(width)} 1x, ${at(width * 2)} 2x` };
  const widths = PICTURE_WIDTHS.filter((each) => each >= 320 && each <= Math.max(width, 640));
  return { src: at(Math.min(width, 960)), srcSet: widths.map((each) => `${at(each)} ${each}w`).join(", "), sizes };
}
