import { Img } from "#app/components/ui/img";
import { Link } from "#app/components/ui/link";
import type { Banner } from "#app/contract/site/config";

/** Cards at the top of the home page: side by side, on phones swiped. Captions are below the pictures. */
export function Banners({ banners }: { banners: readonly Banner[] }) {
  if (banners.length === 0) return null;
  return (
    <section className="banners" aria-label="精选">
      <ul className="banners__row">
        {banners.map((banner, index) => (
          <li key={banner.id}>
            <PictureCard banner={banner} width={320} height={160} priority={index === 0} />
          </li>
        ))}
      </ul>
    </section>
  );
}

type Props = { banner: Banner; width: number; height: number; priority?: boolean };

/** An operator's picture with its caption below, as one link. */
export function PictureCard({ banner, width, height, priority = false }: Props) {
  return (
    <Link to={banner.href} className="banner">
      <Img
        src={banner.image?.url}
        alt=""
        width={width}
        height={height}
        sizes={`${width}px`}
        priority={priority}
        className="banner__picture"
      />
      <strong className="banner__title">{banner.title}</strong>
      <span className="banner__subtitle">{banner.subtitle}</span>
    </Link>
  );
}
