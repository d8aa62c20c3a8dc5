import { request } from "node:http";

/** Status that stands for an answer which did not come: nobody knows whether what was asked for is done. */
export const CUT = 502;

/** An answer as a browser without scripts has it. */
export type Reply = { status: number; text: string };

/** Asks for a page, as somebody who is logged in if a token is given. */
export async function getPage(url: string, token?: string): Promise<Reply> {
  const reply = await fetch(url, { headers: token ? { cookie: `token=${token}` } : {}, redirect: "manual" });
  return { status: reply.status, text: await reply.text() };
}

/** Sends a form of a page of `origin` as a browser does by itself, which `fetch` can't. */
export async function sendForm(
  url: string,
  form: URLSearchParams | FormData,
  { token, origin }: { token: string; origin: string },
): Promise<Reply> {
  const encoded = new Response(form);
  const headers = {
    ...{ cookie: `token=${token}`, origin, accept: "text/html", connection: "close" },
    "content-type": encoded.headers.get("content-type") ?? "",
  };
  const body = Buffer.from(await encoded.arrayBuffer());
  return new Promise((resolve) => {
    const cut = () => resolve({ status: CUT, text: "" });
    const sent = request(url, { method: "POST", headers, agent: false }, (answer) => {
      const status = answer.statusCode ?? CUT;
      answer.toArray().then((chunks) => resolve({ status, text: Buffer.concat(chunks).toString() }), cut);
    });
    sent.once("error", cut).end(body);
  });
}
