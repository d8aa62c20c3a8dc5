import type { ReactElement, ReactNode } from "react";
import { LinkButton } from "./button";
import { Illustration, type IllustrationName } from "./illustration";

type Props = {
  illustration?: IllustrationName;
  /** Text, one sentence. */
  text: ReactNode;
  /** Whether this is not the list's first page, so that it is only beyond the end and the text would be wrong. */
  later?: boolean;
  action?: EmptyStateAction;
};

/** A link to continue, or an element with one; `reload` if the browser has to load it (see `Link`). */
export type EmptyStateAction = { label: string; to: string; reload?: boolean } | ReactElement;

/** Content of an empty list. */
export function EmptyState({ illustration = "empty-list", text, later = false, action }: Props) {
  return (
    <div className="empty-state">
      <Illustration name={illustration} />
      <p className="empty-state__text">{later ? "这一页没有内容了。" : text}</p>
      {action && "to" in action ? (
        <LinkButton to={action.to} reload={action.reload ?? false} variant="soft">
          {action.label}
        </LinkButton>
      ) : (
        action
      )}
    </div>
  );
}
