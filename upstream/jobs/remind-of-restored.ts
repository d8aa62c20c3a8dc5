import type { Services } from "#upstream/call/context";
import { problemOfRestored } from "#upstream/modules/backup/claim";

/** Repeats in the log that a restored site has not taken over: meanwhile it is not backed up, and sends nothing. */
export async function remindOfRestored(services: Services): Promise<void> {
  const waiting = await problemOfRestored(services);
  if (waiting) services.note("machine_check", { check: "backup", detail: waiting.detail, todo: waiting.todo });
}
