import { SECOND } from "#runtime/time-units";
import type { UpstreamConfig } from "#upstream/config";
import { POSTGRES_LIMITS } from "#upstream/db/postgres";

/** Milliseconds that a command waits for a connection: no reader waits for it, and a busy machine takes seconds. */
const PATIENCE = 20 * SECOND;

/** Settings of a site for a command, which waits for the database longer than a server does. */
export function patient(config: UpstreamConfig): UpstreamConfig {
  const { database } = config;
  if (database.kind !== "postgres") return config;
  const limits = { ...POSTGRES_LIMITS, ...database.limits };
  // 0 waits without end.
  const connectionTimeout = limits.connectionTimeout && Math.max(limits.connectionTimeout, PATIENCE);
  return { ...config, database: { ...database, limits: { ...limits, connectionTimeout } } };
}
