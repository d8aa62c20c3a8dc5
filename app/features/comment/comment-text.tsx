import { Link } from "#app/components/ui/link";
import type { Comment } from "#app/contract/content/comment";

/** A comment's plain text with links. */
export function CommentText({ text, links = [] }: Pick<Comment, "text" | "links">) {
  const ends = [0, ...links.map(({ to }) => to)];
  return (
    <>
      {links.map(({ from, to, href }, at) => (
        <span key={from}>
          {text.slice(ends[at], from)}
          {text[from] === "@" ? (
            <Link to={href}>{text.slice(from, to)}</Link>
          ) : (
            <a href={href} target="_blank" rel="noopener nofollow ugc">
              {text.slice(from, to)}
            </a>
          )}
        </span>
      ))}
      {text.slice(ends.at(-1))}
    </>
  );
}
