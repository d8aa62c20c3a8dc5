import type { ReactNode } from "react";
import { Avatar } from "#app/components/ui/avatar";
import { Link } from "#app/components/ui/link";
import { Time } from "#app/components/ui/time";
import type { Author } from "#app/contract/common";
import { paths } from "#app/paths";

type Props = {
  /** The headline is omitted where there is no room. */
  author: Omit<Author, "headline"> & { headline?: string };
  /** ISO 8601; shown after the name. */
  time?: string;
  /** Verb for the time, e.g. 提问于. */
  verb?: string;
  /** `small` is one line; `large` puts headline and time below the name. */
  size?: "small" | "large";
  /** Placed last. */
  children?: ReactNode;
};

/** The author of something, and when it was written. */
export function AuthorLine({ author, time, verb, size = "small", children }: Props) {
  const name = (
    <Link to={paths.user(author.userId)} className="author-line__name">
      {author.nickname}
    </Link>
  );
  const when = time ? (
    <span className="author-line__time">
      {verb ? `${verb} ` : null}
      <Time value={time} />
    </span>
  ) : null;
  if (size === "small") {
    return (
      <div className="author-line">
        <Avatar author={author} size={24} link />
        {name}
        {author.headline ? <span className="author-line__headline">{author.headline}</span> : null}
        {when}
        {children}
      </div>
    );
  }
  return (
    <div className="author-line author-line--large">
      <Avatar author={author} size={40} link />
      <div className="author-line__words">
        {name}
        <div className="author-line__below">
          {author.headline ? <span className="author-line__headline">{author.headline}</span> : null}
          {when}
        </div>
      </div>
      {children}
    </div>
  );
}
