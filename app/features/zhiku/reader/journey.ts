import type { ReadingPosition } from "#app/contract/zhiku/user-journey";
import { formOf, request } from "#app/features/write/tools/request";
import { paths } from "#app/paths";
import type { ActionAnswer } from "#app/server/action-answer.server";

/** A reading that was opened, and where the one before ended. */
export type Journey = { id: number; last: (ReadingPosition & { readAt: string }) | null };

/** Opens a journey; null when that fails, since nobody reads worse for it. */
export async function openJourney(contentId: number, signal: AbortSignal): Promise<Journey | null> {
  const body = formOf({ contentId: String(contentId) });
  const answer = await request<ActionAnswer<Journey>>(paths.zhikuJourney(), { body, signal }).catch(() => null);
  return answer?.ok ? answer.data : null;
}

/** Keeps where the reader is; goes out also while the page is being left. */
export function keepPlace({ id, percent, anchor, version }: ReadingPosition & { id: number }): void {
  const place = { id: String(id), percent: String(percent), version: String(version) };
  const body = formOf(anchor === null ? place : { ...place, anchor });
  request(paths.zhikuJourney(), { body, keepalive: true }).catch(() => {});
}
