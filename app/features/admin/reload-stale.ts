import type { ShouldRevalidateFunction } from "@remix-run/react";

/** Status of a refusal because somebody else was quicker (see `statusOf`). */
const CONFLICT = 409;

/**
 * `shouldRevalidate` of pages of the console whose form changes what it has read. A refusal loads nothing anew, but of what
 * somebody else has changed meanwhile the page has to show how it is now, beside what was typed.
 */
export const reloadStale: ShouldRevalidateFunction = ({ actionStatus, defaultShouldRevalidate }) =>
  actionStatus === CONFLICT || defaultShouldRevalidate;
