import type { ReadingPosition } from "#app/contract/zhiku/user-journey";
import { type FormResult, NOT_SENT } from "#app/forms/form-result";
import { formOf, send } from "#app/forms/request";

/** A reading that was opened, and where the one before ended. */
export type Journey = { id: number; last: (ReadingPosition & { readAt: string }) | null };

/** Result of the report; nobody reads worse for what failed, unless the login has ended. */
type Told = FormResult<Journey>;

const tell = (body: FormData, options: { signal?: AbortSignal; keepalive?: boolean }): Promise<Told> =>
  send<Told>("/zhiku/journey", { body, ...options }).catch(() => NOT_SENT);

/** Whether the reader's login has ended, so that zhiku is left for its home. */
export const hasEnded = (told: Told): boolean => told.status === "refused" && told.code === "NOT_LOGIN";

/** Opens a journey. */
export const openJourney = (contentId: number, signal: AbortSignal): Promise<Told> =>
  tell(formOf({ contentId: String(contentId) }), { signal });

/** Keeps where the reader is; goes out also while the page is being left. */
export function keepPlace({ id, percent, anchor, version }: ReadingPosition & { id: number }): Promise<Told> {
  const place = { id: String(id), percent: String(percent), version: String(version) };
  const body = formOf(anchor === null ? place : { ...place, anchor });
  return tell(body, { keepalive: true });
}
