import { Prose } from "#app/components/ui/prose";
import type { PlacedText } from "#app/contract/admin/thing";

/** A member's text, as source and rendered. */
export function ThingText({ text, contentHtml }: { text: Pick<PlacedText, "title" | "content">; contentHtml: string }) {
  return (
    <article className="admin-panel">
      {text.title ? <h2>{text.title}</h2> : null}
      <p className="admin-held__text">{text.content}</p>
      {contentHtml ? (
        <details className="admin-held__shown">
          <summary>公开时的样子</summary>
          <Prose html={contentHtml} />
        </details>
      ) : null}
    </article>
  );
}
