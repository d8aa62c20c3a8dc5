import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { APIResponse, Page } from "@playwright/test";
import { replyTo } from "./reply-to";

/** A URL of the site over a slow network, under the test's control. */
export type SlowSource = {
  /** The response's body, once requested. */
  bytes: () => Promise<Buffer>;
  /** Sends the body to the browser up to this share, in percent. */
  sendUpTo: (percent: number) => Promise<void>;
  /** Drops the connection. */
  breakOff: () => Promise<void>;
  /** Resolves when the browser has disconnected. */
  hungUp: () => Promise<void>;
  close: () => void;
};

/** Intercepts a page's first request of a URL. */
export async function slowDown(page: Page, address: RegExp): Promise<SlowSource> {
  const asked = settleLater<{ answer: APIResponse; body: Buffer }>();
  const held = settleLater<ServerResponse>();
  const closed = settleLater<void>();
  const server = createServer(async (request, response) => {
    request.resume();
    const { answer } = await asked.value;
    response.once("close", () => closed.settle());
    response.writeHead(answer.status(), answer.headers()).flushHeaders();
    held.settle(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await page.route(address, async (route) => {
    const answer = await replyTo(route);
    asked.settle({ answer, body: await answer.body() });
    await route.continue({ url: `http://127.0.0.1:${port}/` });
  });
  let sent = 0;
  return {
    bytes: async () => (await asked.value).body,
    async sendUpTo(percent) {
      const [{ body }, response] = await Promise.all([asked.value, held.value]);
      const until = Math.ceil((body.length * percent) / 100);
      response.write(body.subarray(sent, until));
      sent = until;
      if (percent === 100) response.end();
    },
    breakOff: async () => void (await held.value).destroy(),
    hungUp: () => closed.value,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function settleLater<T>() {
  let settle: (value: T) => void = () => {};
  const value = new Promise<T>((resolve) => {
    settle = resolve;
  });
  return { value, settle };
}
