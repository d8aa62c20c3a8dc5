import type { ReadingPosition } from "#app/contract/zhiku/user-journey";
import { type FormResult, NOT_SENT } from "#app/forms/form-result";
import { formOf, send } from "#app/forms/request";

/** An opened reading session, and where the previous one ended. */
export type Journey = { id: number; last: (ReadingPosition & { readAt: string }) | null };

/** Result of a report; failures are ignored, unless the login has ended. */
type Told = FormResult<Journey>;

const tell = (body: FormData, options: { signal?: AbortSignal; keepalive?: boolean }): Promise<Told> =>
  send<Told>("/zhiku/journey", { body, ...options }).catch(() => NOT_SENT);

/** Whether the login has ended, so that the reader is sent to zhiku's home. */
export const hasEnded = (told: Told): boolean => told.status === "refused" && told.code === "NOT_LOGIN";

/** Opens a reading session. */
export const openJourney = (contentId: number, signal: AbortSignal): Promise<Told> =>
  tell(formOf({ contentId: String(contentId) }), { signal });

/** Stores the reading position; also sent while the page is being left. */
export function keepPlace({ id, percent, anchor, version }: ReadingPosition & { id: number }): Promise<Told> {
  const place = { id: String(id), percent: String(percent), version: String(version) };
  const body = formOf(anchor === null ? place : { ...place, anchor });
  return tell(body, { keepalive: true });
}
