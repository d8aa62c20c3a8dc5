import type { Capability } from "#app/contract/capabilities";
import { stateOfUpstream } from "#app/server/gateway/gateway.server";
import { endAt } from "#app/server/request-scope.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { MINUTE } from "#runtime/time-units";

/** Capabilities that this upstream lacks, checked once a minute. While it can't be reached, none counts as missing. */
export async function missingOf(args: ServerArgs): Promise<readonly Capability[]> {
  const { missing, onlySpecified } = await stateOfUpstream(args);
  // A refusal may have come from something in between.
  if (onlySpecified) endAt(args.context, Date.now() + MINUTE);
  return missing;
}

/** Whether the site had no owner within the last minute. */
export async function isUnowned(args: ServerArgs): Promise<boolean> {
  const { unowned } = await stateOfUpstream(args);
  // It may get an owner within the next minute; missing capabilities don't change while an upstream runs.
  if (unowned) endAt(args.context, Date.now() + MINUTE);
  return unowned;
}
