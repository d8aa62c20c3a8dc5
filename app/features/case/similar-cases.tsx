import { Card } from "#app/components/ui/card";
import { Link } from "#app/components/ui/link";
import { NotLoaded } from "#app/components/ui/not-loaded";
import { paths } from "#app/paths";
import type { SimilarCases as Cases } from "./similar-cases.server";

/** Other cases of the same classification; empty if there are none. */
export function SimilarCases({ title, more, cases }: Cases) {
  if (cases?.length === 0) return null;
  return (
    <Card title={title} more={more}>
      {cases ? (
        <ul className="side-list">
          {cases.map((one) => (
            <li key={one.id}>
              <Link to={paths.case(one.id)} className="side-list__link" data-prefetch="">
                {one.title}
              </Link>
              <span className="side-list__note numbers">
                {one.likeCount} 喜欢 · {one.commentCount} 评论
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <NotLoaded what="更多案例" />
      )}
    </Card>
  );
}
