import { Form } from "@remix-run/react";
import { useEffect, useState } from "react";
import { Button } from "#app/components/ui/button";
import { adminPaths } from "#app/features/admin/admin-paths";
import type { UndoOffer } from "#app/server/cookies/flash.server";

/** Milliseconds after which the upstream refuses to undo, and the author is notified. */
const WINDOW = 10_000;

/** Button to undo one's latest decision; with scripts it disappears when the time is over. */
export function UndoDecision({ what, log }: UndoOffer) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), WINDOW);
    return () => clearTimeout(timer);
  }, []);
  if (isOver) return null;
  return (
    <Form method="post" action={adminPaths.undoDecision()} className="flash__undo">
      <input type="hidden" name="what" value={what} />
      <input type="hidden" name="log" value={log.join()} />
      <Button type="submit" size="small" data-key="z">
        撤销
      </Button>
    </Form>
  );
}
