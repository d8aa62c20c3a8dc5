import type { AppLoadContext } from "@remix-run/node";
import { dayEnd } from "#app/components/ui/format-time";
import type { ShownFigure } from "#app/contract/site/traffic";
import type { EmbeddedUpstream, RenderedPage } from "#app/server/request-scope.server";
import { headerList } from "#runtime/fetch-bridge";
import type { Admission } from "./admission/admission";
import { createFormBodies } from "./admission/form-bodies";
import type { createRenderQueue } from "./admission/render-queue";
import type { AppHandler } from "./app-handler";
import type { Page } from "./pages/page";
import { RETRY_AFTER } from "./reply/sender";
import type { Caller } from "./request/caller";
import { takesFiles } from "./request/paths-by-facts";

type Parts = {
  remix: AppHandler;
  upstream: EmbeddedUpstream | null;
  admission: Admission;
  queue: ReturnType<typeof createRenderQueue>;
};
type With = { asked?: EmbeddedUpstream | null; now?: Date };

const NOTHING = Buffer.alloc(0);
/** Content types of a page and of its data. */
const SHOWN = /^text\/(?:html|x-script)/;

/** Creates the renderer of pages by Remix. It reports what each page was made from and whether it may be cached. */
export function createPageRenderer({ remix, upstream, admission, queue }: Parts) {
  const formBodies = createFormBodies();

  /** Renders a page when its turn comes. @throws PutOffError, OverloadedError */
  return async function renderPage(request: Request, caller: Caller, options: With = {}): Promise<Page> {
    const lane = await admission.laneOf(caller);
    const isForm = caller.kind === null;
    const renderInTurn = async (received: Request): Promise<Page> => {
      const leave = await queue.enter(received.signal, lane, isForm);
      try {
        return await render(received, caller, options);
      } finally {
        leave();
      }
    };
    // Large files are read by the page itself, which first asks who sends them.
    if (!isForm || takesFiles(new URL(request.url).pathname)) return renderInTurn(request);
    return formBodies.receive(request, { lane, ip: caller.ip }, renderInTurn);
  };

  async function render(request: Request, { ip, requestId }: Caller, { asked = upstream, now }: With): Promise<Page> {
    const dependsOn = new Set<string>();
    const rendered: RenderedPage = { bytes: null };
    const counts = new Set<ShownFigure>();
    const context: AppLoadContext = {
      ...(asked ? { upstream: asked } : {}),
      ...(now ? { now } : {}),
      ...(asked ? { until: dayEnd((now ?? new Date()).getTime()) } : {}),
      requestId,
      clientIp: ip,
      dependsOn,
      rendered,
      counts,
    };
    const reply = await remix(request, context);
    const headers = headerList(reply);
    // The id under which the error is in the log.
    if (reply.status >= 500) headers.push(["x-request-id", requestId]);
    if (reply.status === 503 && !reply.headers.has("retry-after")) headers.push(["retry-after", RETRY_AFTER]);
    const file = reply.headers.get("content-disposition")?.startsWith("attachment") ? reply.body : null;
    const body = file ? NOTHING : ((reply.body ? null : rendered.bytes) ?? Buffer.from(await reply.arrayBuffer()));
    const incomplete = context.incomplete === true;
    const unshared = context.unshared === true || file !== null;
    return {
      status: reply.status,
      headers,
      body,
      ...(file ? { file } : {}),
      incomplete,
      unshared,
      cacheable:
        !incomplete &&
        !unshared &&
        !headers.some(([name, value]) => name === "set-cookie" || (name === "cache-control" && /no-store/.test(value))),
      dependsOn: [...dependsOn],
      ...(context.until === undefined || !asked ? {} : { until: context.until }),
      shown: SHOWN.test(reply.headers.get("content-type") ?? ""),
      counts: [...counts],
      ...(context.preparing ? { preparing: true } : {}),
    };
  }
}
