import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import { Button } from "#app/components/ui/button";
import { FlashMessage } from "#app/components/ui/flash-message";
import { Time } from "#app/components/ui/time";
import type { Claim, Queue } from "#app/contract/admin/claim";
import { adminPaths } from "#app/features/admin/admin-paths";

/** Milliseconds after which what one still has open is claimed again; less than a claim holds. */
const AGAIN = 4 * 60_000;

type Props = {
  claim: Claim | null;
  queue: Queue;
  /** The thing, as its queue names it: `12`, `article:12`. */
  target: string;
};

/**
 * Claim of a thing of a queue that somebody has open. With scripts it is claimed by having it open, without them by a
 * button; what somebody else has is taken over by a button alone.
 */
export function ClaimNote({ claim, queue, target }: Props) {
  const { Form, submit, state } = useFetcher();
  const free = claim === null || claim.mine;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `submit` is another one with each rendering
  useEffect(() => {
    if (!free) return;
    const claimIt = () => {
      if (document.visibilityState === "visible")
        submit({ queue, target }, { method: "post", action: adminPaths.claim() });
    };
    claimIt();
    const timer = setInterval(claimIt, AGAIN);
    return () => clearInterval(timer);
  }, [free, queue, target]);
  if (claim?.mine) return null;
  return (
    <Form method="post" action={adminPaths.claim()} className={claim ? "admin-claim" : "admin-claim admin-claim--free"}>
      <input type="hidden" name="queue" value={queue} />
      <input type="hidden" name="target" value={target} />
      {claim ? (
        <FlashMessage kind="info" message={`${claim.by}正在处理，还要处理请先接手。`}>
          <span>
            {" "}
            到 <Time value={claim.until} format="datetime" />
          </span>
        </FlashMessage>
      ) : null}
      <Button
        type="submit"
        name="takeOver"
        value={claim ? "1" : ""}
        size="small"
        data-key="c"
        disabled={state !== "idle"}
      >
        {claim ? "接手" : "认领"}
      </Button>
    </Form>
  );
}

/** That somebody else has a row of a queue open; nothing where nobody does. */
export function ClaimMark({ claim }: { claim: Claim | null }) {
  return claim ? <span>{claim.mine ? "你打开着" : `${claim.by}正在处理`}</span> : null;
}
