import { CAPABILITIES, type Capability, SPECIFIED, UNOWNED } from "#app/contract/capabilities";
import { siteStateApi } from "#app/contract/site/site-state";
import { env } from "#app/server/env.server";
import { UpstreamError } from "#app/server/errors/upstream-error";
import { gateway } from "#app/server/gateway/gateway.server";
import { endAt } from "#app/server/request-scope.server";
import type { ServerArgs } from "#app/server/server-args.server";

/** Milliseconds that a reply is cached. */
const CACHED_FOR = 60_000;
/** The upstream's reply: its missing capabilities, and whether the site has no owner yet. */
type UpstreamState = { missing: readonly Capability[]; unowned: boolean };
type Known = { at: number; state: Promise<UpstreamState> };
const known = new Map<object | string, Known>();

/** Capabilities that this upstream lacks, checked once a minute. While it can't be reached, none counts as missing. */
export const missingOf = async (args: ServerArgs): Promise<readonly Capability[]> => (await stateOf(args)).missing;

/** Whether the site had no owner within the last minute. */
export async function isUnowned(args: ServerArgs): Promise<boolean> {
  const { unowned } = await stateOf(args);
  // It may get an owner within the next minute; missing capabilities don't change while an upstream runs.
  if (unowned) endAt(args.context, Date.now() + CACHED_FOR);
  return unowned;
}

function stateOf(args: ServerArgs): Promise<UpstreamState> {
  const upstream = env().upstreamUrl ?? args.context.upstream ?? "none";
  const cached = known.get(upstream);
  if (cached && performance.now() - cached.at < CACHED_FOR) return cached.state;
  const fresh: Known = {
    at: performance.now(),
    state: fetchState(args).catch((error: unknown) => {
      if (known.get(upstream) === fresh) known.delete(upstream);
      if (!(error instanceof UpstreamError)) throw error;
      return cached?.state ?? { missing: [], unowned: false };
    }),
  };
  known.clear();
  known.set(upstream, fresh);
  return fresh.state;
}

async function fetchState(args: ServerArgs): Promise<UpstreamState> {
  const { capabilities } = await gateway(args)
    .call(siteStateApi.capabilities, {})
    .catch((error: unknown) => {
      if (error instanceof UpstreamError && error.code === "NOT_IMPLEMENTED") return { capabilities: SPECIFIED };
      throw error;
    });
  const here = new Set<string>(capabilities);
  return { missing: CAPABILITIES.filter((name) => !here.has(name)), unowned: here.has(UNOWNED) };
}
