import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { notificationApi, notificationKind } from "#app/contract/notification/notification";
import { notificationReadingApi } from "#app/contract/notification/reading";
import { requireMessageReader } from "#app/features/notifications/require-message-reader.server";
import { paths } from "#app/paths";
import { optional } from "#app/server/errors/optional.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { isOwnVisit } from "#app/server/request/visit.server";
import { safePath } from "#app/server/urls/safe-path.server";

/**
 * Redirects to the first list, keeping the query; with `unread`, to the first list with unread notifications. With
 * `to`, marks the notification `id` as read and redirects to that page, so that following it without scripts reads it;
 * scripts mark the list itself (`useSeenNotifications`). Not routes of their own, since all readers load their names.
 */
export async function loader(args: LoaderFunctionArgs): Promise<never> {
  await requireMessageReader(args);
  const { call } = gateway(args);
  const { search, searchParams } = new URL(args.request.url);
  const to = searchParams.get("to");
  if (to !== null) {
    const id = Number(searchParams.get("id") ?? Number.NaN);
    if (Number.isSafeInteger(id) && isOwnVisit(args.request))
      await optional(call(notificationReadingApi.read, { body: { id } }));
    throw redirect(safePath(to, paths.notifications()));
  }
  if (!searchParams.has("unread")) throw redirect(paths.notifications() + search);
  const unread = await optional(call(notificationApi.unreadCountWithType, {}));
  throw redirect(paths.notifications(notificationKind.options.find((kind) => unread?.[kind])));
}
