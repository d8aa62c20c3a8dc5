import { randomBytes } from "node:crypto";

type App = { appId: string; appSecret: string };
type Kept = { value: string; until: number };
type Refusal = { errcode: number; errmsg: string };

const LIFETIME = 7200;

/**
 * Fakes an official account's access token and JS-SDK ticket: one of each until it expires. After too many requests,
 * further ones are rejected for the rest of the day.
 */
export function createFakeTickets(app: App, clock: () => Date) {
  let token: Kept | null = null;
  let ticket: Kept | null = null;
  const now = () => clock().getTime();
  const current = (kept: Kept | null): Kept =>
    kept && now() < kept.until ? kept : { value: randomBytes(32).toString("hex"), until: now() + LIFETIME * 1000 };
  const left = ({ until }: Kept) => Math.floor((until - now()) / 1000);

  const refusal = (query: URLSearchParams): Refusal | null => {
    if (query.get("access_token") !== token?.value) return { errcode: 40001, errmsg: "invalid credential" };
    return token && now() >= token.until ? { errcode: 42001, errmsg: "access_token expired" } : null;
  };

  return {
    /** `POST /cgi-bin/stable_token`. */
    token(body: string): Refusal | { access_token: string; expires_in: number } {
      const asked = JSON.parse(body || "{}") as Record<string, unknown>;
      if (asked.grant_type !== "client_credential") return { errcode: 40002, errmsg: "invalid grant_type" };
      if (asked.appid !== app.appId) return { errcode: 40013, errmsg: "invalid appid" };
      if (asked.secret !== app.appSecret) return { errcode: 40125, errmsg: "invalid appsecret" };
      token = current(token);
      return { access_token: token.value, expires_in: left(token) };
    },

    /** Returns the error for a call's token; null if it is valid. */
    refusal,

    /** Invalidates the token, as when someone forces a refresh. */
    voidToken(): void {
      token = null;
    },

    /** `GET /cgi-bin/ticket/getticket`. */
    ticket(query: URLSearchParams): Refusal | { errcode: 0; errmsg: "ok"; ticket: string; expires_in: number } {
      const refused = refusal(query);
      if (refused) return refused;
      if (query.get("type") !== "jsapi") return { errcode: 40097, errmsg: "invalid type" };
      ticket = current(ticket);
      return { errcode: 0, errmsg: "ok", ticket: ticket.value, expires_in: left(ticket) };
    },
  };
}
