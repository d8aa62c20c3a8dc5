import { expect, test } from "vitest";
import { reloadStale } from "#app/forms/reload-stale";

test("a form that was refused or could not be sent leaves its page as it is, but a conflict reloads it", () => {
  const reloads = (actionStatus?: number) =>
    // Remix says `true` whatever the status is.
    reloadStale({ actionStatus, defaultShouldRevalidate: true } as Parameters<typeof reloadStale>[0]);
  expect([undefined, 200, 409].map(reloads)).toEqual([true, true, true]);
  expect([400, 403, 404, 422, 429, 500, 503].map(reloads)).not.toContain(true);
});
