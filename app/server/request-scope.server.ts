import type { AppLoadContext } from "@remix-run/node";
import type { ShownFigure } from "#app/contract/site/traffic";
import type { CacheScope, Memo, UpstreamReply, UpstreamRequest } from "#app/contract/transport";
import { MINUTE } from "#runtime/time-units";
import { env } from "./env.server";

/** Embedded upstream as server.ts hands it to the app. */
export type EmbeddedUpstream = {
  fetch(request: Request): Promise<Response>;
  /** Direct calls without HTTP and JSON, if supported; `name` is e.g. `GET /api/article/:id`. */
  call?(name: string, request: UpstreamRequest): Promise<UpstreamReply>;
};

/** Receives the bytes of a page, for a server that buffers it anyway. */
export type RenderedPage = { bytes: Buffer | null };

declare module "@remix-run/node" {
  interface AppLoadContext {
    upstream?: EmbeddedUpstream;
    requestId?: string;
    /** Time at which the page is rendered; now by default. */
    now?: Date;
    clientIp?: string;
    /**
     * Milliseconds since 1970 until which the page is valid if nothing it depends on changes; lowered during rendering.
     */
    until?: number;
    /** Collects everything that the page depends on (the upstream's `X-Depends-On`). */
    dependsOn?: Set<string>;
    /** Set if a part of the page failed to load, so that the page is not cached. */
    incomplete?: boolean;
    /** Set if the site is not open yet: its refusals are intended, not failures. */
    preparing?: boolean;
    /**
     * Set if the page is for one reader only, cookies or not: it is never cached or shared with concurrent requests.
     */
    unshared?: boolean;
    /** Set if the route, or what it did, is personal; the browser must not keep it for the next user. */
    personal?: boolean;
    /** Set if the upstream rejected the token: the response, whatever it is, clears the cookie. */
    loginEnded?: boolean;
    /** Collects the statistics to increment each time the page is shown to a person. */
    counts?: Set<ShownFigure>;
    /**
     * Receives the rendered page directly instead of through the Response's stream, which is then empty; see
     * `RenderedPage`.
     */
    rendered?: RenderedPage;
  }
}

/** Limits how long the page is valid: until `time`, in milliseconds since 1970. The earliest limit counts. */
export function endAt(context: AppLoadContext, time: number): void {
  context.until = Math.min(context.until ?? Number.POSITIVE_INFINITY, time);
}

/** Limits how long the page is valid to the first of these times (ISO 8601) that is still to come. */
export function endAtNext(context: AppLoadContext, times: readonly (string | null)[]): void {
  const now = (context.now ?? new Date()).getTime();
  for (const time of times) if (time !== null && Date.parse(time) > now) endAt(context, Date.parse(time));
}

/** Milliseconds that a page is valid if a reply may change without a write. */
const VALID_FOR = MINUTE;

/** Records what a reply was made from, and limits how long the page is valid if it may change without a write. */
export function madeFrom(
  context: AppLoadContext,
  { dependsOn, cacheScope }: { dependsOn: readonly string[]; cacheScope?: CacheScope | undefined },
): void {
  for (const key of dependsOn) context.dependsOn?.add(key);
  if (!cacheScope) endAt(context, (context.now?.getTime() ?? Date.now()) + VALID_FOR);
}

type Scope = { memo: Memo; deadline: number };

const scopes = new WeakMap<AppLoadContext, Scope>();

const nextDeadline = () => Date.now() + env().upstreamTimeout;

/**
 * State shared by all loaders of one request. It hangs on the load context, the only object they have in common (each
 * loader gets its own Request). The first call starts the deadline, so a page with several calls waits 10 s at most; after
 * an action, it starts again (`endAction`).
 */
export function scopeOf(context: AppLoadContext): Scope {
  let scope = scopes.get(context);
  if (!scope) {
    scope = { memo: new Map(), deadline: nextDeadline() };
    scopes.set(context, scope);
  }
  return scope;
}

/**
 * Gives the loaders that run after an action a deadline of their own: an action that waited in vain would otherwise leave
 * no time for the page that returns its form. Replies to its reads, failed ones too, remain shared.
 */
export function endAction(context: AppLoadContext): void {
  const scope = scopes.get(context);
  if (scope) scope.deadline = nextDeadline();
}
