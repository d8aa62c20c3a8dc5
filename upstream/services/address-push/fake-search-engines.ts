import { createFaults, type Faults } from "#upstream/services/external/faults";
import type { Fetch } from "#upstream/services/external/request-external";
import { chinaTime } from "#upstream/text/china-time";
import { PUSHED_MAX } from "./address-push";

/** URL that was pushed to an engine. */
type ToldAddress = { engine: "baidu" | "indexnow"; url: string; at: string };

/** Fake search engines of both kinds, with the URLs that they accepted. */
export type FakeSearchEngines = {
  fetch: Fetch;
  faults: Faults;
  /** Accepted URLs, newest first. */
  told(): readonly ToldAddress[];
  /** Sets Baidu's daily quota from now on. */
  setQuota(urls: number): void;
};

/** The site's account at both engines. */
export type FakePushAccount = { site: string; token: string; key: string };

const QUOTA = 100_000;
const TOLD_KEPT = 5_000;
const INDEXNOW_MAX = 10_000;

/**
 * Fakes Baidu's submission API and IndexNow: checks the account, content type, host and number of URLs, and enforces
 * the daily quota. For the demo and tests only.
 */
export function createFakeSearchEngines(account: FakePushAccount, clock: () => Date): FakeSearchEngines {
  const faults = createFaults();
  const told: ToldAddress[] = [];
  let quota = QUOTA;
  let spent = { day: "", urls: 0 };
  const isOurs = (url: string) => URL.canParse(url) && new URL(url).origin === account.site;
  const take = (engine: ToldAddress["engine"], urls: readonly string[]) => {
    told.unshift(...urls.map((url) => ({ engine, url, at: clock().toISOString() })));
    told.splice(TOLD_KEPT);
  };

  async function answerBaidu(request: Request): Promise<Response> {
    const refuse = (error: number, message: string) => Response.json({ error, message }, { status: error });
    const fault = faults.current();
    if (fault?.kind === "code") return refuse(fault.code === "internal error" ? 500 : 400, fault.code);
    const { pathname, searchParams } = new URL(request.url);
    if (request.method !== "POST" || pathname !== "/urls") return refuse(404, "not found");
    if (searchParams.get("site") !== account.site) return refuse(400, "site error");
    if (searchParams.get("token") !== account.token) return refuse(401, "token is not valid");
    const lines = (await request.text()).split("\n").filter(Boolean);
    if (lines.length === 0) return refuse(400, "empty content");
    if (lines.length > PUSHED_MAX) return refuse(400, `only ${PUSHED_MAX} urls are allowed once`);
    const day = chinaTime(clock()).slice(0, 10);
    if (spent.day !== day) spent = { day, urls: 0 };
    const valid = lines.filter((line) => URL.canParse(line));
    const ours = valid.filter(isOurs);
    if (spent.urls + ours.length > quota) return refuse(400, "over quota");
    spent.urls += ours.length;
    take("baidu", ours);
    return Response.json({
      remain: quota - spent.urls,
      success: ours.length,
      not_same_site: valid.filter((url) => !isOurs(url)),
      not_valid: lines.filter((line) => !URL.canParse(line)),
    });
  }

  async function answerIndexNow(request: Request): Promise<Response> {
    const fault = faults.current();
    if (fault?.kind === "code") return new Response(null, { status: Number(fault.code) || 403 });
    const { host, key, keyLocation, urlList } = (await request.json().catch(() => ({}))) as Record<string, unknown>;
    const urls = Array.isArray(urlList) ? urlList.map(String) : [];
    const isJson = /^application\/json\b/.test(request.headers.get("content-type") ?? "");
    if (!isJson || urls.length === 0 || urls.length > INDEXNOW_MAX) return new Response(null, { status: 400 });
    if (key !== account.key || keyLocation !== `${account.site}/${account.key}.txt`) {
      return new Response(null, { status: 403 });
    }
    if (host !== new URL(account.site).host || !urls.every(isOurs)) return new Response(null, { status: 422 });
    take("indexnow", urls);
    return new Response(null, { status: 202 });
  }

  return {
    fetch: (request) =>
      faults.around(request, () =>
        request.headers.get("content-type") === "text/plain" ? answerBaidu(request) : answerIndexNow(request),
      ),
    faults,
    told: () => told,
    setQuota(urls) {
      quota = urls;
    },
  };
}
