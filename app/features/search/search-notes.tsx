import { Link } from "#app/components/ui/link";
import { SEARCH_MAX } from "#app/contract/limits";

type Props = {
  q: string;
  /** The words that were looked for, where these are not those that were typed. */
  shownFor: string | null;
  /** Address of the search for what was typed. */
  typed: string;
  /** There were more words than are searched for. */
  cut: boolean;
};

/** Notes on what was searched for in place of what was typed. */
export function SearchNotes({ q, shownFor, typed, cut }: Props) {
  return (
    <>
      {shownFor === null ? null : (
        <p className="search-results__total">
          已显示“<strong>{shownFor}</strong>”的结果，<Link to={typed}>仍搜“{q}”</Link>
        </p>
      )}
      {cut ? <p className="search-results__total">这段话太长，只搜了前 {SEARCH_MAX} 个字；引用其中一句会更准</p> : null}
    </>
  );
}
