import { type Comment, type CommentThread, commentApi } from "#app/contract/content/comment";
import { parseId } from "#app/contract/text/parse-id";
import { optional } from "#app/server/errors/optional.server";
import { gateway } from "#app/server/gateway/gateway.server";
import type { ServerArgs } from "#app/server/server-args.server";
import type { CommentPlace } from "./comment-form";
import { REPLIES_PER_PAGE } from "./comment-query";

/** A page of comments. */
export type CommentsPage = {
  place: CommentPlace;
  total: number;
  threads: CommentThread[];
  /** Cursor of the older ones; null at the end. */
  older: string | null;
  /** Whether it is not the newest page. */
  continued: boolean;
  /** The comment whose replies are all shown, or from some point on. */
  opened: { parentId: number; continued: boolean; more: string | null } | null;
  /** The comment named in the URL (`?comment=`) if it is not on this page. */
  gone: GoneComment | null;
};

/** `surely`: it is deleted, or held for review; otherwise it may be among replies or comments that are not shown. */
export type GoneComment = { id: number; surely: boolean };

const COMMENTS_PER_PAGE = 20;

/**
 * Loads a target's comments as the query asks: `cursor` for older ones, `thread=<id>` for all replies to one
 * (`thread=<id>.<cursor>` for the next of them). Null if they can't be loaded.
 */
export async function loadComments(args: ServerArgs, place: CommentPlace): Promise<CommentsPage | null> {
  const { call } = gateway(args);
  const query = new URL(args.request.url).searchParams;
  const cursor = query.get("cursor") ?? undefined;
  const thread = readThread(query.get("thread"));
  const listFrom = (cursor: string | undefined) => {
    const common = { cursor, limit: COMMENTS_PER_PAGE };
    return optional(
      place.kind === "article"
        ? call(commentApi.articleList, { query: { ...common, articleId: place.id } })
        : call(commentApi.list, { query: { ...common, targetKind: place.kind, targetId: place.id } }),
    );
  };
  const [listed, replies] = await Promise.all([
    listFrom(cursor),
    thread &&
      optional(
        call(commentApi.childList, {
          query: { parentId: thread.parentId, cursor: thread.cursor, limit: REPLIES_PER_PAGE },
        }),
      ),
  ]);
  if (!listed) return null;
  const sought = parseId(query.get("comment"));
  let page = listed;
  let continued = cursor !== undefined;
  // A shortened link names only the comment, which may be on another page.
  if (sought && !continued && page.nextCursor && !isAmong(page.list, sought)) {
    const older = await listFrom(String(sought + 1));
    if (older?.list[0]?.id === sought) {
      page = older;
      continued = true;
    }
  }
  const opened = thread && replies && page.list.some(({ id }) => id === thread.parentId) ? thread : null;
  const threads = page.list.map((each) =>
    opened?.parentId === each.id ? withReplies(each, replies?.list ?? []) : each,
  );
  // It may be among replies that could not be loaded.
  const known = !thread || replies !== null;
  const all = !page.nextCursor && !thread && threads.every(({ childrenCursor }) => childrenCursor === null);
  return {
    place,
    total: page.total,
    threads,
    older: page.nextCursor,
    continued,
    opened: opened && {
      parentId: opened.parentId,
      continued: opened.cursor !== undefined,
      more: replies?.nextCursor ?? null,
    },
    gone: sought && known && !isAmong(threads, sought) ? { id: sought, surely: all || cursor !== undefined } : null,
  };
}

const isAmong = (threads: readonly CommentThread[], sought: number): boolean =>
  threads.some(({ id, children }) => id === sought || children.some((child) => child.id === sought));

const withReplies = (thread: CommentThread, children: Comment[]): CommentThread => ({
  ...thread,
  children,
  childrenCursor: null,
});

function readThread(value: string | null): { parentId: number; cursor: string | undefined } | null {
  const [, number, cursor] = /^(\d+)(?:\.(.{1,100}))?$/.exec(value ?? "") ?? [];
  const parentId = parseId(number);
  return parentId ? { parentId, cursor } : null;
}
