import { MINUTE } from "#runtime/time-units";

type Person = { payerOpenid: string; unfollowed?: boolean };
type Template = { id: string; title: string; content: string };
type Reply = { errcode: number; errmsg: string } & Record<string, unknown>;
/** Delivered message. */
export type GotMessage = { openid: string; url: string; lines: string[]; sentAt: string };

const KEPT_MAX = 200;
/** Milliseconds within which the same `client_msg_id` is a duplicate. */
const SAME = 10 * MINUTE;
/** Valid values by field prefix; invalid ones are rejected (47003). */
const SHAPES: [RegExp, RegExp][] = [
  [/^thing\d+$/, /^[^\n]{1,20}$/u],
  [/^time\d+$/, /^(\d{4}年\d{1,2}月\d{1,2}日 )?\d{2}:\d{2}$/],
  [/^number\d+$/, /^\d{1,32}$/],
];

/** Fakes template messages of the official account: followers receive them in an inbox. */
export function createFakeTemplateMessages(template: Template, people: readonly Person[], clock: () => Date) {
  const got: GotMessage[] = [];
  const following = new Set(people.filter(({ unfollowed }) => !unfollowed).map(({ payerOpenid }) => payerOpenid));
  const sent = new Map<string, number>();
  let last = 200_000_000;
  const lines = template.content.split("\n").map((line) => /^(.*?)\{\{(\w+)\.DATA\}\}$/.exec(line) ?? []);

  return {
    /** `POST /cgi-bin/message/template/send`, after the token was checked. */
    send(body: string): Reply {
      const asked = parse(body);
      if (!asked) return { errcode: 47001, errmsg: "data format error" };
      const { touser, template_id, url = "", data, client_msg_id } = asked;
      if (!people.some(({ payerOpenid }) => payerOpenid === touser))
        return { errcode: 40003, errmsg: "invalid openid" };
      if (template_id !== template.id) return { errcode: 40037, errmsg: "invalid template_id" };
      const values = lines.map(([, label = "", field = ""]) => ({ field, label, value: data?.[field]?.value }));
      const wrong = values.find(({ field, value }) => typeof value !== "string" || !fits(field, value));
      if (wrong) return { errcode: 47003, errmsg: `argument invalid! data.${wrong.field}.value invalid` };
      if (!following.has(String(touser))) return { errcode: 43004, errmsg: "require subscribe" };
      const now = clock().getTime();
      const name = `${touser} ${client_msg_id}`;
      if (client_msg_id && now - (sent.get(name) ?? Number.NEGATIVE_INFINITY) < SAME) return { ...OK, msgid: last };
      sent.set(name, now);
      const said = values.map(({ label, value }) => `${label}${value}`);
      got.unshift({ openid: String(touser), url: String(url), lines: said, sentAt: clock().toISOString() });
      got.splice(KEPT_MAX);
      last += 1;
      return { ...OK, msgid: last };
    },

    /** `GET /cgi-bin/template/get_all_private_template`. */
    templates: () => ({ template_list: [{ template_id: template.id, ...template }] }),

    /** Delivered messages, newest first. */
    got: (): readonly GotMessage[] => got,

    follow(openid: string, on: boolean): void {
      if (on) following.add(openid);
      else following.delete(openid);
    },
  };
}

const OK = { errcode: 0, errmsg: "ok" };

const fits = (field: string, value: string): boolean =>
  SHAPES.some(([name, shape]) => name.test(field) && shape.test(value));

type Asked = Record<string, unknown> & { data?: Record<string, { value?: unknown }> };

function parse(body: string): Asked | null {
  try {
    return JSON.parse(body) as Asked;
  } catch {
    return null;
  }
}
