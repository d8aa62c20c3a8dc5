import { Img } from "#app/components/ui/img";
import { Link } from "#app/components/ui/link";
import type { ZhikuConfigImage } from "#app/contract/zhiku/config";

/** Pictures featured by the operator, with captions below, never across them. */
export function Featured({ pictures }: { pictures: readonly ZhikuConfigImage[] }) {
  if (pictures.length === 0) return null;
  return (
    <section className="zhiku-featured" aria-label="精选">
      <ul className="zhiku-featured__row">
        {pictures.map(({ title, href, image }) => (
          <li key={title + href} className="zhiku-featured__card">
            <Img src={image.url} alt="" width={320} height={120} className="zhiku-featured__picture" />
            <p className="zhiku-featured__title">
              {href ? (
                <Link to={href} className="item__link">
                  {title}
                </Link>
              ) : (
                title
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
