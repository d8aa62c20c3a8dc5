import { LinkButton } from "#app/components/ui/button";

type Props = {
  /** Page with which the list begins; null on it. */
  first: string | null;
  /** Page that comes after this one; null on the last. */
  next: string | null;
  /** Whether the newest come first; else the list has an order of its own. */
  byAge?: boolean;
};

/** Links from page to page of a list whose pages have no numbers. */
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
