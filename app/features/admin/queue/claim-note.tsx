import { useFetcher, useLocation } from "@remix-run/react";
import { useEffect } from "react";
import { Button } from "#app/components/ui/button";
import { FlashMessage } from "#app/components/ui/flash-message";
import { Time } from "#app/components/ui/time";
import type { Claim, Queue } from "#app/contract/admin/claim";
import { adminPaths } from "#app/features/admin/admin-paths";

/** Milliseconds after which an open item is claimed again; less than a claim lasts. */
const AGAIN = 4 * 60_000;

type Props = {
  claim: Claim | null;
  queue: Queue;
  /** The item, as its queue names it: `12`, `article:12`. */
  target: string;
};

/**
 * Shows who is handling an item of a queue. With scripts, opening an item claims it; without them, a button does. An
 * item claimed by somebody else is only taken over by the button.
 */
export function ClaimNote({ claim, queue, target }: Props) {
  const { Form, submit, state } = useFetcher();
  const { pathname, search } = useLocation();
  const free = claim === null || claim.mine;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `submit` changes with each rendering
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
      <input type="hidden" name="next" value={pathname + search} />
      {claim ? (
        <FlashMessage kind="info" message={`${claim.by}正在处理，还要处理请先接手。`}>
          <span>
            {" "}
            到 <Time value={claim.until} format="datetime" />
          </span>
        </FlashMessage>
      ) : null}
      <Button type="submit" name="takeOver" value={claim ? "1" : ""} size="small" data-key="c" busy={state !== "idle"}>
        {claim ? "接手" : "认领"}
      </Button>
    </Form>
  );
}

/** Shows who has claimed an item in a queue's list; nothing if nobody has. */
export function ClaimMark({ claim }: { claim: Claim | null }) {
  return claim ? <span>{claim.mine ? "你打开着" : `${claim.by}正在处理`}</span> : null;
}
