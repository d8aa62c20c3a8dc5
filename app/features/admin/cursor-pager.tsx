import { LinkButton } from "#app/components/ui/button";

type Props = {
  /** URL of the first page; null on the first page. */
  first: string | null;
  /** URL of the next page; null on the last page. */
  next: string | null;
  /** Whether the newest come first; otherwise the list has its own order. */
  byAge?: boolean;
};

/** Links between the pages of a cursor-based list. */
export function CursorPager({ first, next, byAge = false }: Props) {
  return (
    <nav className="admin-queue__buttons" aria-label="翻页">
      {first === null ? null : (
        <LinkButton to={first} variant="quiet" icon="arrow-left">
          {byAge ? "最新的" : "从头看"}
        </LinkButton>
      )}
      {next === null ? null : (
        <LinkButton to={next} variant="quiet" icon="arrow-right">
          {byAge ? "更早的" : "接着看"}
        </LinkButton>
      )}
    </nav>
  );
}
