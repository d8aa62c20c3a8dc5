import { CAPABILITIES, type Capability, SPECIFIED } from "#app/contract/capabilities";
import { extApi } from "#app/contract/ext";
import { env } from "./env.server";
import { gateway } from "./gateway.server";
import type { ServerArgs } from "./server-args.server";
import { UpstreamError } from "./upstream-error";

/** Milliseconds for which an answer is believed. */
const BELIEVED = 60_000;
type Known = { at: number; missing: Promise<readonly Capability[]> };
const known = new Map<object | string, Known>();

/**
 * Capabilities that this upstream lacks, asked once a minute. While it can't be heard nothing is said to be missing.
 */
export function missingOf(args: ServerArgs): Promise<readonly Capability[]> {
  const upstream = env().upstreamUrl ?? args.context.upstream ?? "none";
  const before = known.get(upstream);
  if (before && Date.now() - before.at < BELIEVED) return before.missing;
  const asked: Known = {
    at: Date.now(),
    missing: ask(args).catch((error: unknown) => {
      if (known.get(upstream) === asked) known.delete(upstream);
      if (!(error instanceof UpstreamError)) throw error;
      return before?.missing ?? [];
    }),
  };
  known.clear();
  known.set(upstream, asked);
  return asked.missing;
}

async function ask(args: ServerArgs): Promise<Capability[]> {
  const { capabilities } = await gateway(args)
    .call(extApi.capabilities, {})
    .catch((error: unknown) => {
      if (error instanceof UpstreamError && error.code === "NOT_IMPLEMENTED") return { capabilities: SPECIFIED };
      throw error;
    });
  const here = new Set<string>(capabilities);
  return CAPABILITIES.filter((name) => !here.has(name));
}
