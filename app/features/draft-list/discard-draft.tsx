import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import { placeLostFocus } from "#app/components/ui/place-focus";
import { toast } from "#app/components/ui/toast";
import { browserShelf, createDraftStore } from "#app/features/write/drafts/draft-store";
import { draftKeyOf } from "#app/features/write/model/draft-keys";
import type { FormResult } from "#app/forms/form-result";
import { tellRefusal } from "#app/forms/tell-refusal";
import { WRITER } from "#app/forms/writer";
import { paths } from "#app/paths";
import { DiscardQuestion } from "./discard-question";

type Props = {
  target: string;
  /** ISO 8601 time. */
  savedAt: string;
  name: string;
  /** Id of the member whose draft it is. */
  writer: number;
};

/** Discards a draft: the server's, and then this browser's copy, which the editor would restore. */
export function DiscardDraft({ target, savedAt, name, writer }: Props) {
  const fetcher = useFetcher<FormResult>();
  const { data, state } = fetcher;
  useEffect(() => {
    if (!data) return;
    if (data.status === "refused") return tellRefusal(data);
    createDraftStore(browserShelf(), draftKeyOf(writer, target)).clear();
    toast("草稿已放弃", "success");
    placeLostFocus();
  }, [data, writer, target]);
  return (
    <DiscardQuestion
      name={name}
      busy={state !== "idle"}
      form={(question) => (
        <fetcher.Form method="post" action={paths.drafts()}>
          <input type="hidden" name={WRITER} value={writer} />
          <input type="hidden" name="target" value={target} />
          <input type="hidden" name="savedAt" value={savedAt} />
          {question}
        </fetcher.Form>
      )}
    />
  );
}
