import type { AppLoadContext } from "@remix-run/node";
import type { ShownFigure } from "#app/contract/traffic";
import type { Memo, UpstreamReply, UpstreamRequest } from "#app/contract/transport";
import { env } from "./env.server";

/** Way in which server.ts hands an embedded upstream to the app. */
export type EmbeddedUpstream = {
  fetch(request: Request): Promise<Response>;
  /** Calls without HTTP and JSON in between, where that is offered; `name` is `GET /api/article/:id`. */
  call?(name: string, request: UpstreamRequest): Promise<UpstreamReply>;
};

/** Takes the bytes of a page, for a server that holds it whole anyway. */
export type RenderedPage = { bytes: Buffer | null };

declare module "@remix-run/node" {
  interface AppLoadContext {
    upstream?: EmbeddedUpstream;
    requestId?: string;
    /** Moment that the page is of; now, where it is not said. */
    now?: Date;
    clientIp?: string;
    /** Milliseconds since 1970 until which the page is true if nothing that it depends on changes; lowered while it is made. */
    until?: number;
    /** Filled while the page is made: everything that it depends on (the upstream's `X-Depends-On`). */
    dependsOn?: Set<string>;
    /** Set when something of the page could not be had, so that nobody keeps it. */
    incomplete?: boolean;
    /** Set when the page is for one reader alone, cookies or not: it is never kept, nor given to whoever asks meanwhile. */
    unshared?: boolean;
    /** Set where the route or what it did is one person's affair; the browser does not keep it for who comes next. */
    personal?: boolean;
    /** Set when the token that came along was refused: the answer, whatever it is, takes it away. */
    loginEnded?: boolean;
    /** Filled with what the page counts each time that it is shown to a person. */
    counts?: Set<ShownFigure>;
    /** Takes a rendered page past the streams of its Response, which is then empty; see `RenderedPage`. */
    rendered?: RenderedPage;
  }
}

/** Says that the page is not true any more after a time, in milliseconds since 1970. */
export function endAt(context: AppLoadContext, time: number): void {
  context.until = Math.min(context.until ?? Number.POSITIVE_INFINITY, time);
}

type Scope = { memo: Memo; deadline: number };

const scopes = new WeakMap<AppLoadContext, Scope>();

/**
 * State that all loaders of one request share. It hangs on the load context, the one object that they have in
 * common (every loader gets a Request of its own). The first call starts the clock: a page that makes
 * several calls still waits 10 s at most.
 */
export function scopeOf(context: AppLoadContext): Scope {
  let scope = scopes.get(context);
  if (!scope) {
    scope = { memo: new Map(), deadline: Date.now() + env().upstreamTimeout };
    scopes.set(context, scope);
  }
  return scope;
}
