import { Icon } from "#app/components/ui/icon";
import { Link } from "#app/components/ui/link";
import type { SearchChoice } from "#app/paths";
import { choiceInPath, type SearchChoices } from "./search-choice";

type Props = {
  choice: SearchChoices;
  /** URL of the same search with other filters. */
  to: (choice: SearchChoice) => string;
};

/** The author and tag of a search, each of which can be removed. */
export function Within({ choice, to }: Props) {
  const other = (changed: Partial<SearchChoices>) => to(choiceInPath({ ...choice, ...changed }));
  return (
    <>
      {choice.by === undefined ? null : (
        <Link to={other({ by: undefined })} className="tag tag--accent filter-tag">
          只看这位作者
          <Icon name="close" label="去掉这位作者" />
        </Link>
      )}
      {choice.tag === undefined ? null : (
        <Link to={other({ tag: undefined })} className="tag tag--accent filter-tag">
          {choice.tag}
          <Icon name="close" label="去掉这个标签" />
        </Link>
      )}
    </>
  );
}

/** Author and tag filter before a search, when there are no other filters yet. */
export function SearchWithin({ choice, to }: Props) {
  if (choice.by === undefined && choice.tag === undefined) return null;
  return (
    <div className="article-bar">
      <p className="search-within">
        在这里面搜索 <Within choice={choice} to={to} />
      </p>
    </div>
  );
}
