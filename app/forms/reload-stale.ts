import type { ShouldRevalidateFunction } from "@remix-run/react";

/** HTTP statuses from which on an action has refused, or could not be reached, and of a conflict (see `statusOf`). */
const REFUSED = 400;
const CONFLICT = 409;

/**
 * `shouldRevalidate` of pages with a form that depends on loaded data which others change. A refused form does not
 * reload, except after a conflict, when the page has to show the current state beside what was typed.
 */
export const reloadStale: ShouldRevalidateFunction = ({ actionStatus = 0, defaultShouldRevalidate }) =>
  // To functions like this one Remix gives `true` as the default even after a refusal.
  actionStatus < REFUSED ? defaultShouldRevalidate : actionStatus === CONFLICT;
