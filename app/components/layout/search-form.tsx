import { Form } from "@remix-run/react";
import { Icon } from "#app/components/ui/icon";
import { useHere } from "#app/components/ui/use-here";
import { paths } from "#app/paths";

/** The search box of the header and of error pages; on the search page it contains the current query. */
export function SearchForm() {
  const { pathname, query } = useHere();
  const searching = pathname.startsWith("/search/");
  const searched = (searching && query.get("q")) || "";
  return (
    <search className="search-box">
      <Form action={searching ? pathname : paths.search("all")} className="search-box__form">
        <Icon name="search" className="search-box__icon" />
        <input
          key={searched}
          className="search-box__input"
          type="search"
          name="q"
          aria-label="搜索"
          placeholder="搜索问题与文章"
          defaultValue={searched}
          autoComplete="off"
          enterKeyHint="search"
        />
      </Form>
    </search>
  );
}
