import type { ReactNode } from "react";
import { Img } from "#app/components/ui/img";
import { Link } from "#app/components/ui/link";
import { Tag } from "#app/components/ui/tag";

type Props = {
  title: string;
  href: string;
  cover?: { url: string } | null;
  /** Its title is that of the entry before it. */
  again?: boolean;
  /** Under the title: an excerpt. */
  children?: ReactNode;
  /** Reason why it stands out in this list. */
  mark?: string | undefined;
  /** The last line, in one order everywhere: of what kind, whose, since when, its marks, how much, its tags. */
  foot: ReactNode;
};

/** One entry of a list of contents: the whole of it leads to `href`, what is in the foot leads elsewhere. */
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
