import { request } from "node:http";

/** Status for a missing response: it is unknown whether the request was processed. */
export const CUT = 502;

/** A response for a browser without scripts. */
export type Reply = { status: number; text: string };

/** Requests a page, with a session if a token is given. */
export async function getPage(url: string, token?: string): Promise<Reply> {
  const reply = await fetch(url, { headers: token ? { cookie: `token=${token}` } : {}, redirect: "manual" });
  return { status: reply.status, text: await reply.text() };
}

/** Submits a form of a page of `origin` natively, as `fetch` can't. */
export async function sendForm(
  url: string,
  form: URLSearchParams | FormData,
  { token, origin }: { token: string; origin: string },
): Promise<Reply> {
  const encoded = new Response(form);
  const headers = {
    cookie: `token=${token}`,
    origin,
    accept: "text/html",
    connection: "close",
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
