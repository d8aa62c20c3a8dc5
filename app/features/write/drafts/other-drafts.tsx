import { useId } from "react";
import { Button } from "#app/components/ui/button";
import { Icon } from "#app/components/ui/icon";
import { Time } from "#app/components/ui/time";
import { paths, withQuery } from "#app/paths";
import type { NewDraft } from "./new-drafts.server";

type Props = { drafts: readonly NewDraft[]; path: string };

/** Drafts of other new texts: open in other windows, on other devices, or abandoned. */
export function OtherDrafts({ drafts, path }: Props) {
  const id = useId();
  if (drafts.length === 0) return null;
  return (
    <details className="other-drafts">
      <summary id={id}>
        另有 {drafts.length} 份没写完的草稿
        <Icon name="chevron-down" />
      </summary>
      <ul aria-labelledby={id}>
        {drafts.map(({ slot, name, savedAt }) => (
          <li key={slot} className="other-drafts__draft">
            <a href={withQuery(path, { draft: slot || "use" })} data-reload="" className="text-link">
              {name}
            </a>
            <span className="other-drafts__time">
              <Time value={savedAt} />
            </span>
            <noscript>
              <Button
                type="submit"
                name="intent"
                value={`discard:${slot}:${Date.parse(savedAt)}`}
                variant="quiet"
                size="small"
              >
                放弃
              </Button>
            </noscript>
          </li>
        ))}
      </ul>
      <a href={paths.drafts()} className="text-link">
        全部草稿
      </a>
    </details>
  );
}
