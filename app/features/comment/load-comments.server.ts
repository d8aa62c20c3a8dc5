import { type Comment, type CommentThread, commentApi } from "#app/contract/content/comment";
import { commentPlaceApi } from "#app/contract/content/comment-place";
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

/** A comment whose replies are to be shown, from the first or from a cursor on. */
type Opened = { parentId: number; cursor: string | undefined };

/**
 * Loads a target's comments as the query asks: `cursor` for older ones, `thread=<id>` for all replies to one
 * (`thread=<id>.<cursor>` for the next of them). A shortened link, with nothing but `comment=<id>`, gets the page with
 * that comment. Null if they can't be loaded.
 */
export async function loadComments(args: ServerArgs, place: CommentPlace): Promise<CommentsPage | null> {
  const query = new URL(args.request.url).searchParams;
  const cursor = query.get("cursor") ?? undefined;
  const asked = readThread(query.get("thread"));
  const [listed, answers] = await Promise.all([loadList(args, place, cursor), asked && loadReplies(args, asked)]);
  if (!listed) return null;
  const sought = parseId(query.get("comment"));
  const shortened = sought !== null && cursor === undefined && asked === null && !isAmong(listed.list, sought);
  const around = shortened ? await loadAround(args, { place, listed, sought }) : null;
  const { page, continued, thread, replies } = around ?? {
    page: listed,
    continued: cursor !== undefined,
    thread: asked,
    replies: answers,
  };
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

function loadList(args: ServerArgs, place: CommentPlace, cursor: string | undefined) {
  const { call } = gateway(args);
  const common = { cursor, limit: COMMENTS_PER_PAGE };
  return optional(
    place.kind === "article"
      ? call(commentApi.articleList, { query: { ...common, articleId: place.id } })
      : call(commentApi.list, { query: { ...common, targetKind: place.kind, targetId: place.id } }),
  );
}

const loadReplies = (args: ServerArgs, { parentId, cursor }: Opened) =>
  optional(gateway(args).call(commentApi.childList, { query: { parentId, cursor, limit: REPLIES_PER_PAGE } }));

type List = NonNullable<Awaited<ReturnType<typeof loadList>>>;
type Sought = { place: CommentPlace; listed: List; sought: number };

/** Loads the page with a comment that is not on the newest one, or not among the replies shown there; null if there is none. */
async function loadAround(args: ServerArgs, { place, listed, sought }: Sought) {
  const at = await optional(gateway(args).call(commentPlaceApi.get, { params: { id: sought } }));
  if (at?.target.kind !== place.kind || at.target.id !== place.id) return null;
  const first = at.parentId ?? sought;
  const thread = at.parentId === null ? null : { parentId: at.parentId, cursor: String(sought - 1) };
  const isNewest = listed.list.some(({ id }) => id === first);
  const [page, replies] = await Promise.all([
    isNewest ? listed : loadList(args, place, String(first + 1)),
    thread && loadReplies(args, thread),
  ]);
  return page && { page, continued: !isNewest, thread, replies };
}

const isAmong = (threads: readonly CommentThread[], sought: number): boolean =>
  threads.some(({ id, children }) => id === sought || children.some((child) => child.id === sought));

const withReplies = (thread: CommentThread, children: Comment[]): CommentThread => ({
  ...thread,
  children,
  childrenCursor: null,
});

function readThread(value: string | null): Opened | null {
  const [, number, cursor] = /^(\d+)(?:\.(.{1,100}))?$/.exec(value ?? "") ?? [];
  const parentId = parseId(number);
  return parentId ? { parentId, cursor } : null;
}
