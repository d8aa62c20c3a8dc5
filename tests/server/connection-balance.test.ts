import { once } from "node:events";
import { Agent, createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { balanceConnections, surplusOf } from "#server/connection-balance";

test("a worker with many more connections than the others gives up some of them", () => {
  expect(surplusOf([16, 0])).toEqual([4, 0]);
  expect(surplusOf([0, 300, 300])).toEqual([0, 0, 0]);
  expect(surplusOf([0, 0, 600])).toEqual([0, 0, 300]);
});

test("differences that chance makes are left alone", () => {
  for (const open of [[4, 0], [12, 4], [1, 0, 0], [60, 40], [7]]) expect(surplusOf(open)).toEqual(open.map(() => 0));
});

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

test("as many connections are closed as it is told to, each after its next response, and the reader comes again", async () => {
  // As pages are sent: with all headers at once, of which two may have the same name.
  const cookies = ["a=1", "b=2"];
  const headers = cookies.flatMap((cookie) => ["Set-Cookie", cookie]);
  const server = createServer((_request, response) => void response.writeHead(200, headers).end("好"));
  let changes = 0;
  const connections = balanceConnections(server, () => {
    changes += 1;
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  closing.push(
    () => agent.destroy(),
    () => server.closeAllConnections(),
    () => server.close(),
  );
  const { port } = server.address() as AddressInfo;
  const read = () =>
    new Promise<string>((resolve, reject) => {
      get({ port, agent }, (response) => {
        expect(response.headers["set-cookie"]).toEqual(cookies);
        response.resume().once("end", () => resolve(response.headers.connection ?? ""));
      }).once("error", reject);
    });

  expect([await read(), await read()]).toEqual(["keep-alive", "keep-alive"]);
  expect([connections.open(), changes]).toEqual([1, 1]);
  connections.giveUp(2);
  expect([await read(), await read(), await read()]).toEqual(["close", "close", "keep-alive"]);
  await expect.poll(() => connections.open()).toBe(1);
  expect(changes).toBe(5);
});
