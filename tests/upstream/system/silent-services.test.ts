import { type AddressInfo, createServer, type Server } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { startChecks } from "#upstream/modules/admin/start/checks";
import { healthChecks } from "#upstream/modules/admin/system/health";
import { MailError } from "#upstream/services/mail/mail";
import { createObjectStore } from "#upstream/services/storage/create-object-store";

let now = new Date("2026-11-20T08:00:00.000Z");
let upstream: TestUpstream;
let silent: Server;
let connections = 0;
beforeAll(async () => {
  // It accepts connections, and never says anything.
  silent = createServer((socket) => {
    connections += 1;
    socket.on("error", () => {});
  });
  await new Promise<void>((done) => silent.listen(0, "127.0.0.1", done));
  upstream = await createTestUpstream({ clock: () => now });
});
afterAll(async () => {
  vi.useRealTimers();
  silent.close();
  await upstream.close();
});

/** The site with a bucket at this address. */
function servicesAt(endpoint: string) {
  const bucket = { bucket: "b", region: "r", accessKey: "a", secretKey: "s", publicUrl: endpoint };
  const config = { ...upstream.services.config, objects: { kind: "s3" as const, endpoint, ...bucket } };
  return { ...upstream.services, config, objects: createObjectStore(config, () => now) };
}

test("an unresponsive mail server is not reported as rejecting the account", async () => {
  const saying = async (reason: "down" | "refused", message: string) => {
    const check = () => Promise.reject(new MailError(reason, message));
    const services = { ...upstream.services, mail: { check, send: check } };
    return (await healthChecks(services)).find(({ key }) => key === "mail")?.detail;
  };
  expect(await saying("down", "smtp: ETIMEDOUT at CONN")).toBe("邮件服务没有应答：smtp: ETIMEDOUT at CONN");
  expect(await saying("refused", "smtp: EAUTH 535")).toBe("邮件服务不接受：smtp: EAUTH 535");
});

test("a bucket whose port is closed is reported as unreachable", async () => {
  const closed = createServer();
  await new Promise<void>((done) => closed.listen(0, "127.0.0.1", done));
  const { port } = closed.address() as AddressInfo;
  await new Promise((done) => closed.close(done));
  const objects = (await healthChecks(servicesAt(`http://127.0.0.1:${port}`))).find(({ key }) => key === "objects");
  expect(objects).toMatchObject({ state: "bad", detail: expect.stringMatching(/：fetch failed \(ECONNREFUSED\)$/) });
});

test("an unresponsive bucket delays the console once in half a minute, not on every page", async () => {
  const services = servicesAt(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`);
  const objects = async () => (await healthChecks(services)).find(({ key }) => key === "objects");

  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const asked = objects();
  await vi.waitFor(() => expect(connections).toBe(2), { interval: 5 });
  await vi.advanceTimersByTimeAsync(5000);
  expect(await asked).toMatchObject({ state: "bad", detail: expect.stringMatching(/：5 秒内没有应答$/) });

  const before = connections;
  expect(await objects()).toMatchObject({
    state: "bad",
    detail: expect.stringMatching(/：刚才没有应答，半分钟后再试$/),
  });
  await startChecks(services, { counted: true });
  expect(connections, "nobody waits for it").toBe(before);

  now = new Date(now.getTime() + 31_000);
  const again = objects();
  await vi.waitFor(() => expect(connections).toBeGreaterThan(before), { interval: 5 });
  await vi.advanceTimersByTimeAsync(5000);
  expect(await again).toMatchObject({ detail: expect.stringMatching(/：5 秒内没有应答$/) });
});
