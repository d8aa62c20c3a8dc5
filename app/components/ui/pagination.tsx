import { Icon } from "./icon";
import { Link } from "./link";
import { pageNumbers } from "./page-numbers";
import { useHere } from "./use-here";

type Props = { page: number; pageSize: number; total: number };

/** Links to the pages of a list, keeping the rest of the query. Renders nothing for a single page, but leads back from beyond it. */
export function Pagination({ page, pageSize, total }: Props) {
  const { pathname, query } = useHere();
  const last = Math.max(1, Math.ceil(total / pageSize));
  if (last <= 1 && page <= 1) return null;
  const href = (to: number): string => {
    const next = new URLSearchParams(query);
    if (to === 1) next.delete("page");
    else next.set("page", String(to));
    const text = next.toString();
    return text ? `${pathname}?${text}` : pathname;
  };
  return (
    <nav className="pagination" aria-label="分页">
      <Step to={page > 1 ? href(Math.min(page - 1, last)) : null} rel="prev" label="上一页" icon="chevron-left" />
      <ul className="pagination__pages">
        {pageNumbers(page, last).map((entry) =>
          entry.kind === "gap" ? (
            <li key={`gap-${entry.after}`} className="pagination__gap" aria-hidden="true">
              …
            </li>
          ) : (
            <li key={entry.page} className={entry.near ? "" : "pagination__far"}>
              <Link
                to={href(entry.page)}
                className="pagination__page numbers"
                aria-label={`第 ${entry.page} 页`}
                aria-current={entry.page === page ? "page" : undefined}
              >
                {entry.page}
              </Link>
            </li>
          ),
        )}
      </ul>
      <Step to={page < last ? href(page + 1) : null} rel="next" label="下一页" icon="chevron-right" />
    </nav>
  );
}

function Step({ to, rel, label, icon }: { to: string | null; rel: "prev" | "next"; label: string; icon: string }) {
  const content = (
    <>
      {rel === "prev" ? <Icon name={icon} /> : null}
      <span className="pagination__word">{label}</span>
      {rel === "next" ? <Icon name={icon} /> : null}
    </>
  );
  return to ? (
    <Link to={to} rel={rel} className="pagination__step" aria-label={label}>
      {content}
    </Link>
  ) : (
    <span className="pagination__step pagination__step--off" aria-hidden="true">
      {content}
    </span>
  );
}
