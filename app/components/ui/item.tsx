import type { ReactNode } from "react";
import { Img } from "#app/components/ui/img";
import { Link } from "#app/components/ui/link";
import { Tag } from "#app/components/ui/tag";

type Props = {
  title: string;
  href: string;
  cover?: { url: string } | null;
  /** Whether its title is the same as the previous entry's. */
  again?: boolean;
  /** Content below the title: an excerpt. */
  children?: ReactNode;
  /** Reason why it is highlighted in this list. */
  mark?: string | undefined;
  /** The last line, always in the same order: kind, author, time, flags, counters, tags. */
  foot: ReactNode;
};

/** An entry of a content list: the whole entry links to `href`; the foot has links of its own. */
export function Item({ title, href, cover, again = false, mark, children, foot }: Props) {
  return (
    <li className={again ? "item item--again" : "item"}>
      <article className={cover ? "item__body item__body--cover" : "item__body"}>
        <h2 className="item__title">
          <Link to={href} className="item__link" data-prefetch="">
            {title}
          </Link>
        </h2>
        {children ? <div className="item__excerpt">{children}</div> : null}
        {cover ? <Img src={cover.url} alt="" width={168} height={112} className="item__cover" /> : null}
        <div className="item__foot">
          {mark ? <Tag tone="warm">{mark}</Tag> : null}
          {foot}
        </div>
      </article>
    </li>
  );
}
