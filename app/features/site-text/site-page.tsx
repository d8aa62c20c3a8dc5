import { Prose } from "#app/components/ui/prose";
import { Time } from "#app/components/ui/time";
import type { SiteText } from "#app/contract/site/config";

/** A page written by the operator: title, text, and last change. */
export function SitePage({ text }: { text: SiteText }) {
  return (
    <article className="card site-page">
      <h1 className="site-page__title">{text.title}</h1>
      <p className="site-page__note">
        更新于 <Time value={text.updatedAt} format="date" />
      </p>
      {text.contentHtml ? <Prose html={text.contentHtml} /> : <p className="site-page__plain">{text.content}</p>}
    </article>
  );
}
