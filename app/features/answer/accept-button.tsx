import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import { Icon } from "#app/components/ui/icon";
import type { FormResult } from "#app/forms/form-result";
import { tellRefusal } from "#app/forms/tell-refusal";
import { useOffered } from "#app/hooks/offered";

type Props = { questionId: number; answerId: number; accepted: boolean; anchor: string };

/** Accepts an answer to the reader's own question, or takes that back. */
export default function AcceptButton({ questionId, answerId, accepted, anchor }: Props) {
  const fetcher = useFetcher<FormResult>();
  const { data } = fetcher;
  const offered = useOffered("accept");
  useEffect(() => {
    if (data?.status === "refused") tellRefusal(data);
  }, [data]);
  const asked = fetcher.formData?.get("answerId");
  const on = asked === undefined ? accepted : asked !== "";
  if (!offered) return null;
  return (
    <fetcher.Form method="post" action={"/actions/accept"} className="reaction-form">
      <input type="hidden" name="questionId" value={questionId} />
      <input type="hidden" name="anchor" value={anchor} />
      <button type="submit" name="answerId" value={on ? "" : answerId} className="reaction">
        <Icon name={on ? "accepted" : "check-circle"} />
        {on ? "取消采纳" : "采纳"}
      </button>
    </fetcher.Form>
  );
}
