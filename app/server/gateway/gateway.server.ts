import type { AppLoadContext } from "@remix-run/node";
import type { z } from "zod";
import { MESSAGES } from "#app/contract/codes";
import type { CallData, CallInput, Endpoint } from "#app/contract/endpoint";
import { siteStateApi } from "#app/contract/site/site-state";
import { env } from "#app/server/env.server";
import { pageError } from "#app/server/errors/page-error.server";
import { UpstreamError } from "#app/server/errors/upstream-error";
import { noteServer } from "#app/server/log.server";
import { madeFrom, scopeOf } from "#app/server/request-scope.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { directTransport } from "./direct-transport.server";
import { embeddedTransport } from "./embedded-transport.server";
import { refuseOtherAccount } from "./form-writer.server";
import { httpTransport } from "./http-transport.server";
import { type AnyInput, outgoingCall, targetOf } from "./outgoing-call.server";
import { refusal } from "./refusal.server";
import { streamFile } from "./stream-file.server";
import { broken, isWrite, type Transport, unanswered } from "./transport.server";
import { areInVain, isBeyond, type UpstreamState, upstreamState } from "./upstream-state.server";

/** The app's access to the upstream, for one request. */
export type Gateway = {
  /**
   * Calls the upstream.
   * @throws UpstreamError if it refuses (with its code) or can't be reached (`NETWORK`)
   */
  call<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<CallData<E>>;
  /** Like `call`, for loaders of pages. @throws Response: the redirect or error page for the refusal */
  load<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<CallData<E>>;
  /**
   * Calls an endpoint that replies with a file, and streams its bytes.
   * @throws UpstreamError like `call`, until the first byte was passed on
   */
  stream<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Response>;
};

/**
 * Creates the only access from the app to the upstream. Identical GETs of one request share one reply until a write
 * clears them; a form of another account writes nothing. Replies are limited in size and validated against the contract;
 * redirects are not followed.
 */
export function gateway(args: ServerArgs): Gateway {
  const call = <E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<CallData<E>> => {
    const { memo } = scopeOf(args.context);
    if (endpoint.method !== "GET") {
      const name = `${endpoint.method} ${endpoint.path}`;
      return refuseOtherAccount(args.request, call, name)
        .then(() => send(args, endpoint, input))
        .finally(() => memo.clear()) as Promise<CallData<E>>;
    }
    const target = targetOf(endpoint, input);
    const known = memo.get(target) ?? expectFailure(send(args, endpoint, input));
    memo.set(target, known);
    return known as Promise<CallData<E>>;
  };
  return {
    call,
    load: (endpoint, input) =>
      expectFailure(
        call(endpoint, input).catch((error: unknown) => {
          throw error instanceof UpstreamError ? pageError(error, args) : error;
        }),
      ),
    async stream(endpoint, input) {
      if (isBeyond(endpoint)) await refuseInVain(args, endpoint);
      return streamFile(args, endpoint, input);
    },
  };
}

/** Calls that the upstream has beyond the specified ones, asked for without a login: the same for everybody. */
export const stateOfUpstream = (args: ServerArgs): Promise<UpstreamState> =>
  upstreamState(args.context, () => askCapabilities(args));

const askCapabilities = ({ request, context }: ServerArgs) =>
  gateway({ request: new Request(request.url), context }).call(siteStateApi.capabilities, {});

/** @throws UpstreamError NOT_IMPLEMENTED for a call that this upstream does not know */
async function refuseInVain(args: ServerArgs, endpoint: Endpoint): Promise<void> {
  if (endpoint === siteStateApi.capabilities || !(await areInVain(args.context, () => askCapabilities(args)))) return;
  throw new UpstreamError("NOT_IMPLEMENTED", MESSAGES.NOT_IMPLEMENTED, null, `${endpoint.method} ${endpoint.path}`);
}

/** A loader that fails at one call may never await another; its rejection must not end the process. */
function expectFailure<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}

/** Refusals that depend on the reader or the moment, so that a page with them is not cached. */
const UNCACHEABLE = new Set(["NETWORK", "RATE_LIMITED"]);

async function send(args: ServerArgs, endpoint: Endpoint, input: AnyInput): Promise<unknown> {
  const { context } = args;
  if (isBeyond(endpoint)) await refuseInVain(args, endpoint);
  const outgoing = outgoingCall(args, endpoint, input);
  const { name } = outgoing;
  try {
    const reply = await inTime(outgoing, transportOf(context), timeLeft(context, endpoint));
    madeFrom(context, reply);
    if (reply.code !== "SUCCESS") throw refusal(args, name, reply);
    if (reply.valid) return reply.data;
    const data = endpoint.data.safeParse(reply.data);
    if (data.success) return data.data;
    throw broken(name, `data: ${placesOf(data.error)}`, isWrite(name), true);
  } catch (error) {
    if (error instanceof UpstreamError && error.code === "NETWORK") {
      const { reason } = error.data as { reason: string };
      noteServer("upstream_failed", { call: name, reason, requestId: context.requestId });
    }
    if (error instanceof UpstreamError && UNCACHEABLE.has(error.code)) context.incomplete = true;
    throw error;
  }
}

function transportOf(context: AppLoadContext): Transport {
  const { upstream } = context;
  const { upstreamUrl } = env();
  if (upstreamUrl !== null) return httpTransport(upstreamUrl);
  const direct = upstream?.call;
  return direct ? directTransport(direct, scopeOf(context).memo) : embeddedTransport(upstream);
}

const timeLeft = (context: AppLoadContext, { timeout }: Endpoint): number =>
  timeout ?? Math.max(1, scopeOf(context).deadline - Date.now());

/** Enforces the deadline even if an embedded upstream ignores the signal. @throws UpstreamError NETWORK */
async function inTime(outgoing: ReturnType<typeof outgoingCall>, transport: Transport, timeout: number) {
  const stop = new AbortController();
  const call = { signal: stop.signal, sent: false, ...outgoing };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(unanswered(call, call.sent ? "no answer in time" : "no connection in time"));
      stop.abort();
    }, timeout);
  });
  try {
    return await Promise.race([transport(call), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Paths of a reply's contract violations, in the contract's names; the reply's values stay out of the log. */
const placesOf = ({ issues }: z.ZodError): string =>
  issues.map(({ path, code }) => `${path.map(loggedKey).join(".") || "all of it"}: ${code}`).join(", ");
const loggedKey = (key: PropertyKey) =>
  typeof key === "number" || /^[a-z]{1,30}$/i.test(String(key)) ? String(key) : "*";
