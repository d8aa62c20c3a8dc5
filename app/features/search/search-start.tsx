import { Link } from "#app/components/ui/link";
import { paths, type SearchScope } from "#app/paths";

type Props = { page: { scope: SearchScope; tags: readonly { name: string }[] } };

/** Content of the search page before a search, and after one without results: suggestions, and how it works. */
export function SearchStart({ page: { scope, tags } }: Props) {
  return (
    <div className="search-start">
      {tags.length > 0 ? (
        <section aria-labelledby="search-words">
          <h2 className="search-start__title" id="search-words">
            大家常聊
          </h2>
          <ul className="tags">
            {tags.map(({ name }) => (
              <li key={name}>
                <Link to={paths.search(scope, name)} className="tag tag--neutral">
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <section aria-labelledby="search-hints">
        <h2 className="search-start__title" id="search-hints">
          搜索小提示
        </h2>
        <ul className="search-start__hints">
          <li>一个字、一个词、一句话都可以搜，中英文可以混在一起</li>
          <li>用空格隔开几个词，全都提到的内容排在前面</li>
          <li>标题里有的，比只在正文里有的靠前</li>
        </ul>
      </section>
    </div>
  );
}
