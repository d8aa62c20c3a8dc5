import { type ReactNode, useId } from "react";
import { Icon } from "./icon";
import { Link } from "./link";

type Props = {
  /** Heading of level two. */
  title?: string;
  more?: { label: string; to: string };
  /** `flush`: without padding. */
  flush?: boolean;
  className?: string;
  children: ReactNode;
};

/** A surface: a side box, or the background of a list. */
export function Card({ title, more, flush, className, children }: Props) {
  const id = useId();
  const classes = ["card", flush ? "card--flush" : "", className ?? ""].filter(Boolean).join(" ");
  if (!title) return <div className={classes}>{children}</div>;
  return (
    <section className={classes} aria-labelledby={id}>
      <div className="card__head">
        <h2 className="card__title" id={id}>
          {title}
        </h2>
        {more ? (
          <Link to={more.to} className="card__more">
            {more.label}
            <Icon name="chevron-right" />
          </Link>
        ) : null}
      </div>
      {children}
    </section>
  );
}
