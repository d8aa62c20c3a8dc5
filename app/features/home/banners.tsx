import { Img } from "#app/components/ui/img";
import { Link } from "#app/components/ui/link";
import type { Banner } from "#app/contract/config";

/** The row of pictures at the top of home. It is swiped, scrolled or tabbed through; nothing moves by itself. */
export function Banners({ banners }: { banners: readonly Banner[] }) {
  if (banners.length === 0) return null;
  return (
    <section className="banners" aria-label="精选">
      <ul className="banners__row">
        {banners.map((banner, index) => (
          <li key={banner.id} className="banner">
            <Link to={banner.href} className="banner__link">
              <Img
                src={banner.image?.url}
                alt=""
                width={744}
                height={208}
                sizes="(max-width: 767.8px) 92vw, 744px"
                priority={index === 0}
                className="banner__picture"
              />
              <span className="banner__words">
                <strong className="banner__title">{banner.title}</strong>
                <span className="banner__subtitle">{banner.subtitle}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
