import { createLog } from "#log/log";
import { createSecurityEvents, type NoteSecurity } from "#log/security-events";
import { createServerEvents, type NoteServer } from "#log/server-events";
import { env } from "./env.server";

let known: { server: NoteServer; security: NoteSecurity } | undefined;

/** Created lazily, because modules import this before the settings are read. */
function events() {
  if (known) return known;
  const log = createLog(env().logLevel);
  known = { server: createServerEvents(log), security: createSecurityEvents({ log, clock: () => new Date() }) };
  return known;
}

/** Logs an event of the web server, whichever server runs the build. */
export const noteServer: NoteServer = (event, fields) => events().server(event, fields);

/** Logs a security event that happens before the upstream is called. */
export const noteSecurity: NoteSecurity = (event, fields) => events().security(event, fields);
