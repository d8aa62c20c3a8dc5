import { Img } from "#app/components/ui/img";
import { Link } from "#app/components/ui/link";
import type { Banner } from "#app/contract/config";

/** The operator's pictures in the side column. */
export function Posters({ posters }: { posters: readonly Banner[] }) {
  return posters.map((poster) => (
    <Link key={poster.id} to={poster.href} className="banner__link poster">
      <Img src={poster.image?.url} alt="" width={296} height={148} className="banner__picture" />
      <span className="banner__words">
        <strong className="banner__title">{poster.title}</strong>
        <span className="banner__subtitle">{poster.subtitle}</span>
      </span>
    </Link>
  ));
}
