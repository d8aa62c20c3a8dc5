import { PICTURE_WIDTHS } from "#app/contract/files/picture-widths";
import { isMadeHere, resized } from "#app/contract/files/resized-picture";
import { useRoot } from "#app/hooks/root";
import { FALLBACKS, type Fallback } from "./failed-pictures";
import { isObjectUrl } from "./object-url";

const NONE: string[] = [];
const LATE = { loading: "lazy", decoding: "async" } as const;
/** Width in CSS px below which AVIF's file header outweighs its savings. */
const AVIF_WIDTH_MIN = 96;

type Props = {
  src: string | null | undefined;
  alt: string;
  /** Size of the picture or of its box in CSS px; reserves the space while it loads. */
  width: number;
  height: number;
  /** Placeholder if it fails. */
  fallback?: Fallback;
  /** Like `<img sizes>`; by default, `width` and twice that are offered. */
  sizes?: string;
  /** Whether to load it early, for the one picture at the top of a page. */
  priority?: boolean;
  className?: string;
};

/**
 * A picture: with reserved size, lazy loading, several widths and formats if it is in our object storage, and a
 * placeholder if it fails (`replaceFailedPictures`).
 */
export function Img({ src, alt, width, height, fallback = "picture", sizes, priority, className }: Props) {
  const hosts = useRoot()?.objectHosts ?? NONE;
  const url = src || FALLBACKS[fallback];
  const isObject = isObjectUrl(url, hosts);
  const img = (
    <img
      alt={alt}
      width={width}
      height={height}
      className={className}
      data-fallback={fallback}
      // Attributes after a spread would cost ten times as much.
      // React 18 has no type for `fetchpriority`.
      {...(priority ? ({ fetchpriority: "high" } as object) : LATE)}
      {...(isObject ? sourcesOf(url, width, sizes, "webp") : { src: url })}
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
