import type { Image } from "#app/contract/common";
import { Img } from "./img";

/** Cover picture at the top of a detail page, if any. */
export function DetailCover({ cover }: { cover: Image | null }) {
  return cover ? (
    <Img
      src={cover.url}
      alt={cover.alt}
      width={cover.width}
      height={cover.height}
      sizes="(max-width: 767.9px) 100vw, 784px"
      className="detail__cover"
      priority
    />
  ) : null;
}
