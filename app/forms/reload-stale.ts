import type { ShouldRevalidateFunction } from "@remix-run/react";

/** HTTP status of a conflict (see `statusOf`). */
const CONFLICT = 409;

/**
 * `shouldRevalidate` of pages with a form that depends on loaded data which others change. A refused form does not reload, except after
 * a conflict, when the page has to show the current state beside what was typed.
 */
export const reloadStale: ShouldRevalidateFunction = ({ actionStatus, defaultShouldRevalidate }) =>
  actionStatus === CONFLICT || defaultShouldRevalidate;
