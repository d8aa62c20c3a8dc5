import { randomUUID } from "node:crypto";
import type { CallInput, Endpoint } from "#app/contract/endpoint";
import { DAY } from "#runtime/time-units";
import type { Upstream } from "#upstream/app";
import { isoIn } from "#upstream/call/context";
import { hashToken } from "#upstream/db/token-hash";
import { REOPEN } from "#upstream/modules/admin/system/check-read-only";
import { createSession } from "#upstream/modules/user/session";
import { COMMAND_LINE } from "#upstream/policy/staff-write";

/** A refusal by the upstream, with its Chinese message, its code, and messages by field if there are any. */
export class Refusal extends Error {
  override name = "Refusal";
  constructor(
    readonly code: string,
    message: string,
    readonly fields: Readonly<Record<string, string>> = {},
    /** Whether the input is wrong whatever the site holds. */
    readonly usage = false,
  ) {
    const lines = Object.entries(fields).map(([name, text]) => `${name}：${text}`);
    super(lines.join("；") || message);
  }
}

/** Calls the console's endpoints as a staff member; returns the data, or a `Response` with a file. */
export type StaffCaller = <E extends Endpoint>(endpoint: E, input: CallInput<E>) => Promise<unknown>;

/**
 * Runs `work` with a temporary session of this member that may use the console and do dangerous actions. Whoever runs
 * programs on the server has access to its database anyway, so no second factor is required.
 */
export async function asStaff<T>(
  { services, ask }: Pick<Upstream, "services" | "ask">,
  { userId, dryRun, requestId = randomUUID() }: { userId: number; dryRun: boolean; requestId?: string },
  work: (caller: StaffCaller) => Promise<T>,
): Promise<T> {
  const { db, clock } = services;
  const token = await createSession(db, services, { userId, device: "命令行" });
  const until = isoIn({ clock }, DAY);
  const ours = hashToken(token);
  await db
    .updateTable("sessions")
    .set({ staff_until: until, sudo_until: until })
    .where("token_hash", "=", ours)
    .execute();
  const headers: Record<string, string> = {
    authorization: `Bearer ${token}`,
    "x-device": COMMAND_LINE,
    // All calls of a command have the same request id, which groups them in the log.
    "x-request-id": requestId,
    ...(dryRun ? { "x-dry-run": "1" } : {}),
  };
  try {
    return await work(async (endpoint, input) => {
      const given = input as Given;
      const texts = (values: object = {}) =>
        Object.fromEntries(
          Object.entries(values).flatMap(([name, one]) => (one === undefined ? [] : [[name, String(one)]])),
        );
      const sent = { params: texts(given.params), query: texts(given.query), body: given.body };
      const reply = await ask(`${endpoint.method} ${endpoint.path}`, {
        params: sent.params,
        query: sent.query,
        header: (name) => headers[name] ?? null,
        text: async () => (given.body === undefined ? "" : JSON.stringify(given.body)),
        memo: null,
      });
      if (reply instanceof Response) return reply;
      if (reply.code !== "SUCCESS") {
        const closed = services.readOnly.sentence();
        const isClosed = closed !== "" && reply.message === closed;
        const message = isClosed ? `本站只能浏览：“${closed}”。${REOPEN}` : reply.message;
        throw new Refusal(reply.code, message, fieldsOf(reply.data), !isWellFormed(endpoint, sent));
      }
      return reply.data;
    });
  } finally {
    await db.deleteFrom("sessions").where("token_hash", "=", ours).execute();
  }
}

type Given = { params?: object; query?: object; body?: unknown };

/** Whether an input has the form that the call asks for. */
const isWellFormed = (endpoint: Endpoint, given: Given): boolean =>
  (["params", "query", "body"] as const).every((part) => endpoint[part]?.safeParse(given[part]).success ?? true);

/** Fields named in a refusal, if any. */
const fieldsOf = (data: unknown) => (data as { fields?: Record<string, string> } | null)?.fields;
