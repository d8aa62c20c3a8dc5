import { SECOND } from "#runtime/time-units";

/** Milliseconds that a check waits for a service, and for how long one that kept silent is not asked again. */
const WAITS = 5 * SECOND;
const RESTS = 30 * SECOND;

const silentUntil = new Map<string, number>();

/** No answer in time: says nothing about the reason. */
export class Silent extends Error {
  override name = "Silent";
}

/**
 * Asks a service for a page of the console. One that kept silent is not asked again for half a minute, or it would delay
 * every page that shows it.
 * @param address identifies the service
 * @throws Silent, in Chinese, if there is no answer
 */
export async function probeService<T>(
  { clock }: { clock: () => Date },
  address: string,
  ask: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (clock().getTime() < (silentUntil.get(address) ?? 0)) throw new Silent("刚才没有应答，半分钟后再试");
  const aborter = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      silentUntil.set(address, clock().getTime() + RESTS);
      reject(new Silent(`${WAITS / SECOND} 秒内没有应答`));
      aborter.abort();
    }, WAITS).unref();
  });
  try {
    return await Promise.race([ask(aborter.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}
