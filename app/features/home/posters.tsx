import type { Banner } from "#app/contract/site/config";
import { PictureCard } from "./banners";

/** The operator's pictures in the side column. */
export function Posters({ posters }: { posters: readonly Banner[] }) {
  return posters.map((poster) => <PictureCard key={poster.id} banner={poster} width={296} height={148} />);
}
