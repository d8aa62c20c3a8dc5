import type { Services } from "#upstream/call/context";
import { transact } from "#upstream/db/transact";
import { prepareRefusal, prepareRelease } from "#upstream/modules/review/decide";

type Decided = Parameters<typeof prepareRelease>[1];

/** Approves a held text without the console; returns the id of the public text. */
export async function release(services: Services, decided: Decided): Promise<number> {
  const { write } = await prepareRelease(services, decided);
  return (await transact(services.db, write)).publishedId;
}

/** Refuses a held text without the console. */
export async function refuse(services: Services, decided: Decided, reason: string): Promise<void> {
  const { write } = await prepareRefusal(services, decided, reason);
  await transact(services.db, write);
}
