import type { LoaderFunctionArgs } from "@remix-run/node";
import { type NotificationKind, notificationApi } from "#app/contract/notification/notification";
import { pageError } from "#app/server/errors/page-error.server";
import { UpstreamError } from "#app/server/errors/upstream-error";
import { gateway } from "#app/server/gateway/gateway.server";
import { partsOff } from "#app/server/site/require-part.server";
import { notificationLinks } from "./notification-links.server";
import { requireMessageReader } from "./require-message-reader.server";

const LISTS = {
  comment: notificationApi.commentList,
  like: notificationApi.likeList,
  collection_follow: notificationApi.favoriteFollowList,
  system: notificationApi.systemMessageList,
} as const satisfies Record<NotificationKind, unknown>;

/**
 * Loads one list of the member's notifications, or the upstream's message if that fails.
 * @throws Response: a redirect to the home page for anonymous readers
 */
export async function loadNotifications(args: LoaderFunctionArgs, kind: NotificationKind) {
  await requireMessageReader(args);
  const cursor = new URL(args.request.url).searchParams.get("cursor") ?? undefined;
  try {
    const { list, nextCursor, asOf } = await gateway(args).call(LISTS[kind], { query: { cursor } });
    const off = await partsOff(args);
    return {
      list: list.map((one) => notificationLinks(one, off)),
      nextCursor,
      asOf,
      continued: cursor !== undefined,
      refused: null,
    };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    if (error.code === "NOT_LOGIN") throw pageError(error, args);
    return { list: [], nextCursor: null, asOf: undefined, continued: false, refused: error.message };
  }
}

export type NotificationsPage = Awaited<ReturnType<typeof loadNotifications>>;
