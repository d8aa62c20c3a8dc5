import { SECOND } from "#runtime/time-units";
import { ExternalError, type Fetch, requestExternalRaw } from "#upstream/services/external/request-external";
import { type AddressPush, PushError } from "./address-push";

/** Key of the site, which it shows at `/KEY.txt`, and where addresses are sent. */
export type IndexNowConfig = { endpoint: string; key: string; origin: string };

const TIMEOUT = 10 * SECOND;
/** Statuses with which it refuses for good, and why. */
const REFUSED: Readonly<Record<number, string>> = {
  400: "400: malformed",
  403: "403: the key is not valid, or not found at its address",
  422: "422: addresses of another host, or a malformed key",
};

/** IndexNow (indexnow.org), which Bing, Yandex, Seznam and others share: takes pages that are new, changed or gone. */
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
      // 202: taken, and the key is still to be looked at.
      if (status === 200 || status === 202) return { taken: urls.length, refused: [], remain: null };
      const why = REFUSED[status];
      throw why ? new PushError("refused", why) : new PushError("down", `${status}: later`);
    },
  };
}
