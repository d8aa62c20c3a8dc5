import { LinkButton } from "#app/components/ui/button";

type Props = {
  /** First page of the list; null on it. */
  first: string | null;
  /** Next page; null on the last. */
  next: string | null;
  /** Whether newest come first; otherwise the list has its own order. */
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
