import { Count } from "#app/components/ui/count";
import { Img } from "#app/components/ui/img";
import { Link } from "#app/components/ui/link";
import type { ZhikuCategory } from "#app/contract/zhiku/category";
import { paths } from "#app/paths";

/** Top categories as linked pictures. */
export function CategoryGrid({ categories }: { categories: readonly ZhikuCategory[] }) {
  if (categories.length === 0) return null;
  return (
    <section className="zhiku-categories" aria-labelledby="zhiku-categories">
      <h2 className="visually-hidden" id="zhiku-categories">
        分类
      </h2>
      <ul className="zhiku-categories__grid">
        {categories.map(({ id, name, description, cover, total }) => (
          <li key={id} className="zhiku-category">
            {cover ? <Img src={cover.url} alt="" width={56} height={56} className="zhiku-category__cover" /> : null}
            <div className="zhiku-category__body">
              <h3 className="zhiku-category__name">
                <Link to={paths.zhiku({ class: String(id) })} className="item__link">
                  {name}
                </Link>
              </h3>
              <p className="zhiku-category__text clamp-2">{description}</p>
              <p className="zhiku-category__total">
                <Count value={total} /> 篇
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
