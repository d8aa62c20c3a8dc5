import type { ImgHTMLAttributes } from "react";
import { PICTURE_WIDTHS } from "#app/contract/picture-widths";
import { useRoot } from "#app/hooks/root";
import { FALLBACKS, type Fallback } from "./failed-pictures";
import { isObjectUrl, resized } from "./object-url";

const NONE: string[] = [];

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
 * A picture: sized in advance, loaded late, offered in several widths when it lies in our object storage, and
 * replaced by a stand-in when it can't be loaded (`replaceFailedPictures`).
 */
export function Img({ src, alt, width, height, fallback = "picture", sizes, priority, className }: Props) {
  const hosts = useRoot()?.objectHosts ?? NONE;
  const attributes: ImgHTMLAttributes<HTMLImageElement> & { fetchpriority?: "high" } = priority
    ? { fetchpriority: "high" }
    : { loading: "lazy", decoding: "async" };
  return (
    <img
      {...attributes}
      {...sourcesOf(src || FALLBACKS[fallback], width, sizes, hosts)}
      alt={alt}
      width={width}
      height={height}
      className={className}
      data-fallback={fallback}
    />
  );
}

function sourcesOf(src: string, width: number, sizes: string | undefined, hosts: readonly string[]) {
  if (!isObjectUrl(src, hosts)) return { src };
  if (!sizes) {
    return { src: resized(src, width), srcSet: `${resized(src, width)} 1x, ${resized(src, width * 2)} 2x` };
  }
  const srcSet = PICTURE_WIDTHS.filter((each) => each >= 320 && each <= Math.max(width, 640))
    .map((each) => `${resized(src, each)} ${each}w`)
    .join(", ");
  return { src: resized(src, Math.min(width, 960)), srcSet, sizes };
}
