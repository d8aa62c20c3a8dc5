import { Tag } from "#app/components/ui/tag";
import { toast } from "#app/components/ui/toast";
import { type DraftPlace, parseDraftTarget } from "#app/contract/writing/draft-targets";
import type { UnsentDraft } from "#app/features/write/drafts/draft-store";
import { draftName } from "#app/features/write/model/draft-name";
import { isoOf } from "#app/features/write/model/iso-of";
import { withQuery } from "#app/paths";
import { DiscardQuestion } from "./discard-question";
import { draftLabel } from "./draft-label";
import { DraftRow } from "./draft-row";

/** Characters of a draft shown in the list. */
const EXCERPT_LENGTH = 80;

type Props = { draft: UnsentDraft; onDiscard: (target: string) => void };

/** A draft that only this browser has. */
export function UnsentDraftRow({ draft: { target, path, values, savedAt }, onDiscard }: Props) {
  const words = { title: values.title, excerpt: values.content.trim().slice(0, EXCERPT_LENGTH) };
  const place = parseDraftTarget(target);
  const href = place && editorOf(path, place);
  return (
    <DraftRow
      {...words}
      label={draftLabel(place)}
      savedAt={isoOf(savedAt)}
      href={href}
      stranded={href ? null : values.content}
    >
      <Tag tone="warm">只在这台设备上</Tag>
      <DiscardQuestion
        name={draftName(words)}
        form={(question) => (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              onDiscard(target);
              toast("草稿已放弃", "success");
            }}
          >
            {question}
          </form>
        )}
      />
    </DraftRow>
  );
}

/** Editor page of a draft, with the slot of a new text; null if the page is unknown. */
function editorOf(path: string, place: DraftPlace): string | null {
  if (!path) return null;
  return place.is === "new" ? withQuery(path, { draft: place.slot ?? "use" }) : path;
}
