import type { IncomingMessage, ServerResponse } from "node:http";
import { safePath } from "#app/server/urls/safe-path.server";
import { reloadData } from "#framework/server/reload-data";
import type { Metrics } from "#runtime/metrics";
import type { Traffic } from "#server/figures/traffic";
import type { createSender } from "#server/reply/sender";
import { SMALL_PAGE_POLICY } from "#server/reply/small-page";
import { readForm } from "#server/request/read-form";
import type { PutOffError } from "./admission";
import type { Tolls } from "./toll";
import { TOLL_PAGE_POLICY, tollPage, waitingPage } from "./toll-page";

const STATUS = { pressure: 503, budget: 429 } as const;
const HEADINGS = { pressure: "现在访问的人太多了", budget: "请求太频繁" } as const;

type Parts = {
  tolls: Tolls;
  metrics: Metrics;
  traffic: Pick<Traffic, "pressed">;
  sendText: ReturnType<typeof createSender>["sendText"];
};

/** Creates the responders for readers who are put off, and for solutions of challenges. */
export function createTollReplies({ tolls, metrics, traffic, sendText }: Parts) {
  const asked = metrics.counter("shequ_tolls_asked_total", "Pages that asked a stranger for proof of work, by reason.");
  const answers = metrics.counter("shequ_tolls_total", "Proof-of-work solutions received, by outcome.");

  /** Tells a reader when to come back; a stranger also gets the chance to pay a toll. */
  function putOff(request: IncomingMessage, response: ServerResponse, { seconds, reason, toll }: PutOffError): void {
    const { url = "/" } = request;
    response.setHeader("Retry-After", String(seconds));
    const data = reloadData(url);
    if (data) {
      for (const [name, value] of Object.entries(data.headers)) response.setHeader(name, value);
      sendText(response, data.status, data.body, { type: "text/x-script" });
      return;
    }
    const told = { heading: HEADINGS[reason], seconds, address: url };
    if (toll) asked({ reason });
    if (toll === "may begin to wait") response.setHeader("Set-Cookie", tolls.wait());
    const page = toll ? tollPage(told, tolls.challenge()) : waitingPage(told);
    sendText(response, STATUS[reason], page, {
      type: "text/html",
      policy: toll ? TOLL_PAGE_POLICY : SMALL_PAGE_POLICY,
    });
  }

  /** Takes the solution of a challenge and redirects to the requested page. */
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = await readForm(request);
    const cookie = tolls.pay(form.get("salt") ?? "", form.get("number") ?? "");
    answers({ outcome: cookie ? "paid" : "refused" });
    if (cookie) {
      traffic.pressed("pressure.paid");
      response.setHeader("Set-Cookie", cookie);
    }
    response.setHeader("Location", safePath(form.get("to")));
    sendText(response, 303, "");
  }

  return { putOff, take };
}
