import { CountLabel } from "#app/components/ui/count-label";
import { Img } from "#app/components/ui/img";
import { Link } from "#app/components/ui/link";
import { Tag } from "#app/components/ui/tag";
import { Time } from "#app/components/ui/time";
import { paths } from "#app/paths";
import type { CaseItemData } from "./case-view.server";

/** Card of a case with its picture, in a grid. */
export function CaseCard({ item, priority = false }: { item: CaseItemData; priority?: boolean }) {
  return (
    <li className="case-card">
      <article>
        <Img
          src={item.cover?.url}
          alt=""
          width={528}
          height={278}
          sizes="(max-width: 767.8px) 100vw, 380px"
          priority={priority}
          className="case-card__cover"
        />
        <div className="case-card__body">
          {item.classification ? <p className="case-card__class">{item.classification}</p> : null}
          <h2 className="case-card__title">
            <Link to={paths.case(item.id)} className="item__link" data-prefetch="">
              {item.title}
            </Link>
          </h2>
          <p className="case-card__excerpt clamp-2">{item.excerpt}</p>
          <div className="item__foot">
            {item.mark ? <Tag tone="warm">{item.mark}</Tag> : null}
            <Time value={item.createdAt} />
            <CountLabel value={item.likeCount} word="喜欢" />
            <CountLabel value={item.commentCount} word="评论" />
          </div>
        </div>
      </article>
    </li>
  );
}
