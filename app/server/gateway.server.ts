import type { AppLoadContext } from "@remix-run/node";
import type { z } from "zod";
import type { CallData, CallInput, Endpoint } from "#app/contract/endpoint";
import { MINUTE } from "#runtime/time-units";
import { directTransport } from "./direct-transport.server";
import { embeddedTransport } from "./embedded-transport.server";
import { env } from "./env.server";
import { httpTransport } from "./http-transport.server";
import { noteServer } from "./log.server";
import { type AnyInput, outgoingCall, targetOf } from "./outgoing-call.server";
import { pageError } from "./page-error.server";
import { endAt, scopeOf } from "./request-scope.server";
import type { ServerArgs } from "./server-args.server";
import { streamFile } from "./stream-file.server";
import { broken, isWrite, type OutgoingCall, type Transport } from "./transport.server";
import { UpstreamError } from "./upstream-error";
import { refusal } from "./upstream-refusal.server";

/** The app's way to the upstream, for one request. */
export type Gateway = {
  /**
   * Calls the upstream.
   * @throws UpstreamError when it refuses (its code) or can't be heard (`NETWORK`).
   */
  call<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<CallData<E>>;
  /** Calls for loaders of pages. @throws Response: the redirect or error page that the refusal means. */
  load<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<CallData<E>>;
  /**
   * Calls an endpoint that replies with a file, and passes the bytes on as they come.
   * @throws UpstreamError like `call`, as long as nothing was passed on
   */
  stream<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Response>;
};

/**
 * The only way from the app to the upstream. One request's equal GETs share one reply; anything that
 * writes empties that memory. Replies are capped, checked against the contract, and never redirected.
 */
export function gateway(args: ServerArgs): Gateway {
  const call = <E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<CallData<E>> => {
    const { memo } = scopeOf(args.context);
    if (endpoint.method !== "GET") {
      return send(args, endpoint, input).finally(() => memo.clear()) as Promise<CallData<E>>;
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
    stream: (endpoint, input) => streamFile(args, endpoint, input),
  };
}

/** A loader that fails at one call may never look at another's reply; that must not end the process. */
function expectFailure<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}

/** Milliseconds for which a reply is believed that may become another by itself. */
const BELIEVED = MINUTE;

/** Refusals that another reader, or this one later, would not get. */
const PASSING = new Set(["NETWORK", "RATE_LIMITED"]);

async function send(args: ServerArgs, endpoint: Endpoint, input: AnyInput): Promise<unknown> {
  const { context } = args;
  const outgoing = outgoingCall(args, endpoint, input);
  const { name } = outgoing;
  try {
    const reply = await inTime(outgoing, transportOf(context), timeLeft(context, endpoint));
    for (const key of reply.dependsOn) context.dependsOn?.add(key);
    if (!reply.lasting) endAt(context, (context.now?.getTime() ?? Date.now()) + BELIEVED);
    if (reply.code !== "SUCCESS") throw refusal(args, name, reply);
    const data = endpoint.data.safeParse(reply.data);
    if (data.success) return data.data;
    throw broken(name, `data: ${placesOf(data.error)}`, isWrite(name));
  } catch (error) {
    if (error instanceof UpstreamError && error.code === "NETWORK") {
      const { reason } = error.data as { reason: string };
      noteServer("upstream_failed", { call: name, reason, requestId: context.requestId });
    }
    if (error instanceof UpstreamError && PASSING.has(error.code)) context.incomplete = true;
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

/** An embedded upstream may not hear the signal; nobody waits longer for that. @throws UpstreamError NETWORK */
async function inTime(outgoing: Omit<OutgoingCall, "signal">, transport: Transport, timeout: number) {
  const stop = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(broken(outgoing.name, "no answer in time", isWrite(outgoing.name)));
      stop.abort();
    }, timeout);
  });
  try {
    return await Promise.race([transport({ ...outgoing, signal: stop.signal }), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Places where a reply is not as the contract has it, by the contract's names: its own words stay out of the log. */
const placesOf = ({ issues }: z.ZodError): string =>
  issues.map(({ path, code }) => `${path.map(placeOf).join(".") || "all of it"}: ${code}`).join(", ");
const placeOf = (key: PropertyKey) =>
  typeof key === "number" || /^[a-z]{1,30}$/i.test(String(key)) ? String(key) : "*";
