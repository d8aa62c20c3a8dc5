import type { ReportTarget } from "#app/contract/moderation/report";
import type { Glance } from "#app/contract/reading/glance";

/** Summary of the item that a form on a separate page is about. */
export function GlanceBox({ kind, glance }: { kind: ReportTarget; glance: Glance | null }) {
  if (!glance) return null;
  const { title, excerpt, author } = glance;
  const under = kind === "answer" || kind === "comment";
  return (
    <blockquote className="glance">
      {under ? null : <p className="glance__title">{title}</p>}
      {excerpt ? (
        <p className="clamp-2">
          {author ? `${author}：` : ""}
          {excerpt}
        </p>
      ) : null}
      {under ? <p className="glance__place">在《{title}》下面</p> : null}
    </blockquote>
  );
}
