import type { AppLoadContext } from "@remix-run/node";
import { CAPABILITIES, type Capability, SPECIFIED, UNOWNED } from "#app/contract/capabilities";
import type { Endpoint } from "#app/contract/endpoint";
import { env } from "#app/server/env.server";
import { UpstreamError } from "#app/server/errors/upstream-error";
import { MINUTE } from "#runtime/time-units";

/** Milliseconds that a reply is remembered. */
const CACHED_FOR = MINUTE;

/** Calls that an upstream has beyond the specified ones, and whether its site has an owner. */
export type UpstreamState = {
  missing: readonly Capability[];
  /** Whether the site has no owner yet. */
  unowned: boolean;
  /** Whether it answers no call beyond the specified ones, as far as it is known. */
  onlySpecified: boolean;
};
type Known = {
  at: number;
  state: Promise<UpstreamState>;
  /** The last answer, also while it is asked for again; null before the first. */
  last: UpstreamState | null;
};
/** Asks for the capabilities, without a login: they are the same for everybody. */
type AskCapabilities = () => Promise<{ capabilities: readonly string[] }>;

const ONLY_SPECIFIED: UpstreamState = {
  missing: CAPABILITIES.filter((name) => !SPECIFIED.includes(name)),
  unowned: false,
  onlySpecified: true,
};
/** While an upstream can't be reached, nothing counts as missing. */
const UNKNOWN: UpstreamState = { missing: [], unowned: false, onlySpecified: false };

const known = new Map<object | string, Known>();

/** State of the upstream, asked for once a minute. */
export function upstreamState(context: AppLoadContext, ask: AskCapabilities): Promise<UpstreamState> {
  const upstream = upstreamOf(context);
  const cached = known.get(upstream);
  if (cached && performance.now() - cached.at < CACHED_FOR) return cached.state;
  const fresh: Known = {
    at: performance.now(),
    last: cached?.last ?? null,
    state: ask()
      .then(({ capabilities }) => stateWith(capabilities))
      .catch((error: unknown) => {
        if (error instanceof UpstreamError && error.code === "NOT_IMPLEMENTED") return ONLY_SPECIFIED;
        const before = cached?.last;
        // An upstream that has named its capabilities does not lose them to a strange answer of something in between.
        if (isAnswer(error)) return before ?? ONLY_SPECIFIED;
        // Asked again for the next page.
        if (known.get(upstream) === fresh) {
          known.delete(upstream);
          if (cached) known.set(upstream, { ...cached, at: Number.NEGATIVE_INFINITY });
        }
        if (error instanceof UpstreamError) return before ?? UNKNOWN;
        throw error;
      })
      .then((state) => {
        fresh.last = state;
        return state;
      }),
  };
  known.clear();
  known.set(upstream, fresh);
  return fresh.state;
}

/** Whether a call of a separate upstream is beyond the specified ones; within a process, every call is answered. */
export const isBeyond = ({ path }: Pick<Endpoint, "path">): boolean =>
  path.startsWith("/api/ext/") && env().upstreamUrl !== null;

/** Whether calls beyond the specified ones would be in vain. Only pages before the first answer wait for it. */
export async function areInVain(context: AppLoadContext, ask: AskCapabilities): Promise<boolean> {
  const cached = known.get(upstreamOf(context));
  const state = cached?.last ?? (await (cached?.state ?? upstreamState(context, ask)));
  return state.onlySpecified;
}

const upstreamOf = (context: AppLoadContext): object | string => env().upstreamUrl ?? context.upstream ?? "none";

function stateWith(capabilities: readonly string[]): UpstreamState {
  const here = new Set(capabilities);
  return {
    missing: CAPABILITIES.filter((name) => !here.has(name)),
    unowned: here.has(UNOWNED),
    onlySpecified: false,
  };
}

/** Codes that say nothing about what an upstream has. */
const PASSING: ReadonlySet<string> = new Set(["RATE_LIMITED", "INTERNAL"]);

/** Whether a failure is an answer all the same: a refusal, in whatever form, by an upstream that does not know the call. */
function isAnswer(error: unknown): boolean {
  if (!(error instanceof UpstreamError)) return false;
  if (error.code !== "NETWORK") return !PASSING.has(error.code);
  return (error.data as { answered?: boolean } | null)?.answered === true;
}
