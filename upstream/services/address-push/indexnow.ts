import { SECOND } from "#runtime/time-units";
import { ExternalError, type Fetch, requestExternalRaw } from "#upstream/services/external/request-external";
import { type AddressPush, PushError } from "./address-push";

/** The site's key, served at `/KEY.txt`, and the endpoint to push to. */
export type IndexNowConfig = { endpoint: string; key: string; origin: string };

const TIMEOUT = 10 * SECOND;
/** HTTP statuses of permanent failures, with their meaning. */
const REFUSED: Readonly<Record<number, string>> = {
  400: "400: malformed",
  403: "403: the key is not valid, or not found at its address",
  422: "422: addresses of another host, or a malformed key",
};

/**
 * Client of IndexNow (indexnow.org), shared by Bing, Yandex, Seznam and others: accepts new, changed and removed pages.
 */
export function createIndexNow({ endpoint, key, origin }: IndexNowConfig, fetch: Fetch): AddressPush {
  return {
    engine: "indexnow",
    takesGone: true,
    async push(urls) {
      const body = { host: new URL(origin).host, key, keyLocation: `${origin}/${key}.txt`, urlList: urls };
      const request = new Request(endpoint, {
        method: "POST",
        headers: { "content-type": "application/json; charset=utf-8" },
        body: JSON.stringify(body),
      });
      const { status } = await requestExternalRaw(fetch, request, TIMEOUT).catch((error: unknown) => {
        throw error instanceof ExternalError ? new PushError("down", error.message) : error;
      });
      // 202: accepted, but the key has not been verified yet.
      if (status === 200 || status === 202) return { taken: urls.length, refused: [], remain: null };
      const why = REFUSED[status];
      throw why ? new PushError("refused", why) : new PushError("down", `${status}: later`);
    },
  };
}
