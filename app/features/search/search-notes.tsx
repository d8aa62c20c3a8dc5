import { Link } from "#app/components/ui/link";
import { SEARCH_MAX } from "#app/contract/limits";

type Props = {
  q: string;
  /** Words of the query that occur nowhere, although others do. */
  missing?: readonly string[];
  /** The corrected query, if it differs from what was typed. */
  shownFor: string | null;
  /** URL of the literal search. */
  typed: string;
  /** Whether the query was cut. */
  cut: boolean;
};

/** Notes on how the query was changed. */
export function SearchNotes({ q, missing = [], shownFor, typed, cut }: Props) {
  return (
    <>
      {shownFor === null ? null : (
        <p className="search-results__total">
          已显示“<strong>{shownFor}</strong>”的结果，<Link to={typed}>仍搜“{q}”</Link>
        </p>
      )}
      {missing.length === 0 ? null : (
        <p className="search-results__total">没有找到“{missing.join("”“")}”，以下是其余词的结果</p>
      )}
      {cut ? <p className="search-results__total">这段话太长，只搜了前 {SEARCH_MAX} 个字；引用其中一句会更准</p> : null}
    </>
  );
}
