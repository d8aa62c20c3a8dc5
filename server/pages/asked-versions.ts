import { NETWORK_MESSAGE } from "#app/contract/codes";
import { siteStateApi, VERSION_KEYS_LENGTH_MAX } from "#app/contract/site/site-state";
import { UpstreamError } from "#app/server/errors/upstream-error";
import { gateway } from "#app/server/gateway/gateway.server";
import { MINUTE, SECOND } from "#runtime/time-units";
import { withinTime } from "#runtime/within-time";
import type { VersionProbe } from "./version-probe";

/** Milliseconds to wait for the versions; after a timeout, nobody waits again for as long. */
const PATIENCE = SECOND;

/** Version probe for a separate upstream. */
export type AskedVersions = {
  /** Version probe; null until the upstream is known to expose versions. */
  probe(): VersionProbe | null;
};

/**
 * Fetches the versions of a separate upstream. Requests that arrive while a call is in flight share the next one, which
 * is sent after they arrived, so what they get is never older than they are. Once a minute it checks in the background
 * whether the upstream exposes versions at all.
 */
export function createAskedVersions(publicOrigin: string): AskedVersions {
  let told = false;
  let lookedAt = Number.NEGATIVE_INFINITY;

  const args = () => ({ request: new Request(publicOrigin), context: {} });

  async function look(): Promise<void> {
    const before = told;
    told = await gateway(args())
      .call(siteStateApi.versions, {})
      .then(
        () => true,
        // While the upstream can't be reached, the last result remains valid.
        (error: unknown) => before && !isUnknown(error),
      );
  }

  async function ask(keys: string): Promise<{ now: number; latest: number }> {
    try {
      return await gateway(args()).call(siteStateApi.versions, { query: { keys } });
    } catch (error) {
      if (isUnknown(error)) told = false;
      throw error;
    }
  }

  let last: Promise<unknown> = Promise.resolve();
  let next: Promise<number> | null = null;
  let silentUntil = 0;
  const askNow = async () => {
    next = null;
    try {
      const reply = await withinTime(ask(""), PATIENCE, null);
      if (!reply) throw silence();
      return reply.now;
    } catch (error) {
      silentUntil = performance.now() + PATIENCE;
      throw error;
    }
  };
  const probe: VersionProbe = {
    now() {
      if (performance.now() < silentUntil) return Promise.reject(silence());
      if (!next) {
        next = last.then(askNow, askNow);
        last = next;
      }
      return next;
    },
    async latest(keys) {
      const found = await Promise.all(inParts(keys).map(ask));
      return Math.max(0, ...found.map(({ latest }) => latest));
    },
  };

  return {
    probe() {
      if (performance.now() - lookedAt >= MINUTE) {
        lookedAt = performance.now();
        void look();
      }
      return told ? probe : null;
    },
  };
}

const silence = () =>
  new UpstreamError("NETWORK", NETWORK_MESSAGE, { reason: "it does not tell its versions in time" }, "GET");

const isUnknown = (error: unknown): boolean => error instanceof UpstreamError && error.code === "NOT_IMPLEMENTED";

/** Splits keys into as few calls as the length limit allows. */
function inParts(keys: readonly string[]): string[] {
  const parts: string[] = [];
  let part = "";
  for (const key of keys) {
    if (part.length + key.length >= VERSION_KEYS_LENGTH_MAX) {
      parts.push(part);
      part = "";
    }
    part += part === "" ? key : `,${key}`;
  }
  return part === "" ? parts : [...parts, part];
}
