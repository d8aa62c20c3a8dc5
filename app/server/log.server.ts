import { createLog } from "#log/log";
import { createSecurityEvents, type NoteSecurity } from "#log/security-events";
import { createServerEvents, type NoteServer } from "#log/server-events";
import { env } from "./env.server";

let known: { server: NoteServer; security: NoteSecurity } | undefined;

/** Made when first needed: whoever imports it may do so before the settings are read. */
function events() {
  if (known) return known;
  const log = createLog(env().logLevel);
  known = { server: createServerEvents(log), security: createSecurityEvents({ log, clock: () => new Date() }) };
  return known;
}

/** Logs what happens to the web server, whichever server runs the build. */
export const noteServer: NoteServer = (event, fields) => events().server(event, fields);

/** Logs what happens to its security before the upstream hears of it. */
export const noteSecurity: NoteSecurity = (event, fields) => events().security(event, fields);
