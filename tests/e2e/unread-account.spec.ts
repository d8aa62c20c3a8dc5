import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@playwright/test";
import { type Program, runProgram } from "#tests/server/run-program";
import { DATABASE, logIn, newMember } from "./member";

/** The app apart from its upstream; between them somebody who breaks the one call that says who is logged in. */
let between: Server;
let programs: Program[];
let origin: string;
test.beforeAll(async () => {
  const folder = DATABASE.replace(/\/[^/]+$/, "");
  const upstream = runProgram(["dist/upstream.js"], { UPSTREAM_PORT: "0", DATA_DIR: folder });
  programs = [upstream];
  const url = await upstream.ready();
  between = createServer(async ({ url: path = "", headers }, response) => {
    if (path.startsWith("/api/user/tokenQueryClientUser")) return response.writeHead(502).end();
    const { authorization = "" } = headers;
    const answer = await fetch(url + path, { headers: { authorization } });
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => between.listen(0, "127.0.0.1", resolve));
  const UPSTREAM_API_URL = `http://127.0.0.1:${(between.address() as AddressInfo).port}`;
  const app = runProgram(["dist/server.js"], { PORT: "0", UPSTREAM_API_URL });
  programs.push(app);
  origin = await app.ready();
});
test.afterAll(async () => {
  for (const { child, ended } of programs) {
    child.kill("SIGKILL");
    await ended;
  }
  between.close();
});

for (const width of [360, 1280]) {
  for (const colorScheme of ["light", "dark"] as const) {
    test.describe(`at ${width} px, ${colorScheme}`, () => {
      // The same with scripts: the header is the server's.
      test.use({ viewport: { width, height: 740 }, colorScheme, javaScriptEnabled: false });

      for (const path of ["/about", "/zhiku"]) {
        test(`${path}: that the account could not be read hides nothing of the header`, async ({ page, context }) => {
          await logIn(context, await newMember(), origin);
          await page.goto(origin + path);
          const header = page.getByRole("banner");
          const retry = header.getByRole("link", { name: "账号没能读取" });
          await expect(retry).toBeInViewport({ ratio: 1 });
          await expect(header.getByRole("link", { name: "登录" })).toHaveCount(0);
          for (const control of await header.locator("a:visible, button:visible").all()) {
            await expect.soft(control).toBeInViewport({ ratio: 1 });
            // Whole, and with nothing above it.
            await control.click({ trial: true });
          }
          for (const box of await header.locator("nav:visible").all()) {
            const hidden = await box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
            expect.soft(hidden).toBeLessThanOrEqual(0);
          }
        });
      }
    });
  }
}
