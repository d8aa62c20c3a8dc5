import { Agent, request } from "node:http";

/** One request of a load. */
export type Ask = {
  /** Name under which it is counted. */
  name: string;
  path: string;
  headers: Record<string, string>;
  /** Form fields to post; without them a page is read. */
  form?: Record<string, string>;
};

export type Answer = { name: string; status: number; location: string | undefined; milliseconds: number };

/** Headers of a form submitted natively by a browser. */
const FORM = {
  "content-type": "application/x-www-form-urlencoded",
  "sec-fetch-mode": "navigate",
  "sec-fetch-site": "same-origin",
};

/** What is sent for a request to a server. */
export function sentOf(
  origin: string,
  { headers, form }: Ask,
): { method: string; headers: Record<string, string>; body: string | undefined } {
  if (!form) return { method: "GET", headers, body: undefined };
  return { method: "POST", headers: { origin, ...FORM, ...headers }, body: new URLSearchParams(form).toString() };
}

/**
 * Sends requests over `connections` connections, each as soon as the previous one is answered. For requests that cost
 * the server much more than this generator; for cached pages use `load`.
 */
export async function exchange(
  origin: string,
  { requests, connections }: { requests: number; connections: number },
  next: (n: number) => Ask,
): Promise<{ answers: Answer[]; seconds: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const answers: Answer[] = [];
  const started = performance.now();
  let sent = 0;
  const work = async () => {
    while (sent < requests) {
      const ask = next(sent);
      sent += 1;
      answers.push(await send(origin, agent, ask));
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  agent.destroy();
  return { answers, seconds: (performance.now() - started) / 1000 };
}

function send(origin: string, agent: Agent, ask: Ask): Promise<Answer> {
  const { name, path } = ask;
  const started = performance.now();
  const { body, ...how } = sentOf(origin, ask);
  return new Promise((resolve, reject) => {
    const sending = request(`${origin}${path}`, { agent, ...how }, (response) => {
      response.resume();
      response.on("error", reject);
      response.on("end", () => {
        const { statusCode: status = 0, headers } = response;
        resolve({ name, status, location: headers.location, milliseconds: performance.now() - started });
      });
    });
    sending.on("error", reject);
    sending.end(body);
  });
}
