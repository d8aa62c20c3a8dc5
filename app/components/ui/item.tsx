import type { ReactNode } from "react";
import { Img } from "#app/components/ui/img";
import { Link } from "#app/components/ui/link";

type Props = {
  title: string;
  href: string;
  cover?: { url: string } | null;
  /** Under the title: an excerpt. */
  children?: ReactNode;
  /** The last line: who, when, how much. */
  foot: ReactNode;
};

/** One entry of a list of contents: the whole of it leads to `href`, what is in the foot leads elsewhere. */
export function Item({ title, href, cover, children, foot }: Props) {
  return (
    <li className="item">
      <article className={cover ? "item__body item__body--cover" : "item__body"}>
        <h2 className="item__title">
          <Link to={href} className="item__link" data-prefetch="">
            {title}
          </Link>
        </h2>
        {children ? <div className="item__excerpt">{children}</div> : null}
        {cover ? <Img src={cover.url} alt="" width={168} height={112} className="item__cover" /> : null}
        <div className="item__foot">{foot}</div>
      </article>
    </li>
  );
}
