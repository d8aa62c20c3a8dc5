import type { Endpoint, HandlerInput } from "#app/contract/endpoint";
import { isPart, type Part } from "#app/contract/parts";
import type { Services } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import { readSetting } from "./settings";

/** Parts that are switched off. */
export async function partsOff(services: Services): Promise<readonly Part[]> {
  return (await readSetting(services, "parts")).off;
}

/**
 * Refuses calls of a part that is switched off, and calls that name a kind of content of it. Staff may still use them,
 * to prepare the part.
 * @throws BusinessError NOT_FOUND
 */
export async function refusePartsOff(
  services: Services,
  endpoint: Endpoint,
  { params, query, body }: HandlerInput<Endpoint>,
): Promise<void> {
  if (endpoint.auth === "staff") return;
  const named = [endpoint.part, ...[params, query, body].flatMap(kindsNamed)].filter(isPart);
  if (named.length === 0) return;
  const off = await partsOff(services);
  if (named.some((part) => off.includes(part))) throw new BusinessError("NOT_FOUND");
}

/** Values of input fields that name a kind of content. */
function kindsNamed(input: unknown): unknown[] {
  if (typeof input !== "object" || input === null) return [];
  const { kind, targetKind } = input as { kind?: unknown; targetKind?: unknown };
  return [kind, targetKind];
}
