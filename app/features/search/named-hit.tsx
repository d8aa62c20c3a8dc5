import { Avatar } from "#app/components/ui/avatar";
import { CountLabel } from "#app/components/ui/count-label";
import { Link } from "#app/components/ui/link";
import { Time } from "#app/components/ui/time";
import type { NamedHit, NamedSort } from "#app/contract/reading/search-named";
import { paths } from "#app/paths";

const PATHS: Record<NamedSort, (hit: NamedHit) => string> = {
  activity: ({ id }) => paths.activity(id ?? 0),
  announcement: ({ id }) => paths.announcement(id ?? 0),
  user: ({ id }) => paths.user(id ?? 0),
  tag: ({ name }) => paths.questions({ tag: name }),
};
const COUNTED: Partial<Record<NamedSort, string>> = { user: "关注者", tag: "篇内容" };

/** A person, tag, activity or announcement found by name. */
export function NamedHitItem({ kind, hit }: { kind: NamedSort; hit: NamedHit }) {
  const { name, text, count, at, author } = hit;
  const word = COUNTED[kind];
  return (
    <li className="item">
      <article className={author ? "item__body item__body--person" : "item__body"}>
        {author ? <Avatar author={author} size={48} /> : null}
        <h2 className="item__title">
          <Link to={PATHS[kind](hit)} className="item__link" data-prefetch="">
            {name}
          </Link>
        </h2>
        {text ? <p className="item__excerpt clamp-2">{text}</p> : null}
        <div className="item__foot">
          {at ? <Time value={at} format="date" /> : null}
          {word && count !== null ? <CountLabel value={count} word={word} /> : null}
        </div>
      </article>
    </li>
  );
}
