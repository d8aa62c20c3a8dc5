import { Icon } from "#app/components/ui/icon";
import { Prose } from "#app/components/ui/prose";

type Props = { title: string; html: string; open: boolean };

/** The operator's text on a right, collapsed if there are many. */
export function RightsText({ title, html, open }: Props) {
  return (
    <details className="card rights-text" open={open}>
      <summary className="rights-text__head">
        <h2 className="card__title">{title}</h2>
        <Icon name="chevron-down" />
      </summary>
      <Prose html={html} size="compact" />
    </details>
  );
}
