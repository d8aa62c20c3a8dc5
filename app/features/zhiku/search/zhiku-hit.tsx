import { Link } from "#app/components/ui/link";
import { Tag } from "#app/components/ui/tag";
import { Time } from "#app/components/ui/time";
import type { ZhikuSearchHit } from "#app/contract/zhiku/search";
import { Marked } from "#app/features/search/marked";
import { ZHIKU_TYPES } from "#app/features/zhiku/zhiku-types";

/** A document that was found, with the words that it was found by marked. */
export function ZhikuHit({ hit }: { hit: ZhikuSearchHit & { href: string } }) {
  return (
    <li className="item">
      <article className="item__body">
        <h2 className="item__title">
          <Link to={hit.href} className="item__link" data-prefetch="">
            <Marked runs={hit.title} />
          </Link>
        </h2>
        <div className="item__excerpt">
          <p className="clamp-3">
            <Marked runs={hit.snippet} />
          </p>
        </div>
        <div className="item__foot">
          <Tag tone="accent">{ZHIKU_TYPES[hit.type]}</Tag>
          {hit.trial ? <Tag tone="warm">试读</Tag> : null}
          <span>{hit.category.name}</span>
          <Time value={hit.updatedAt} format="date" />
        </div>
      </article>
    </li>
  );
}
