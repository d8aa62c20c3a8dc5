import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CallData, CallInput, Endpoint } from "#app/contract/endpoint";
import { createUpstream, type Upstream } from "#upstream/app";
import type { Services } from "#upstream/call/context";
import { readUpstreamConfig, type UpstreamConfig } from "#upstream/config";
import { connect } from "#upstream/db/dialect";
import { migrate } from "#upstream/db/migrations/migrate";
import { hashToken } from "#upstream/db/token-hash";
import { DEPENDS_HEADER } from "#upstream/http/respond";
import { borrowDatabase } from "./pg-reuse";
import { PG_SERVER } from "./pg-server";

/** Memory for password hashing in KiB, a fraction of the default. */
const PASSWORD_MEMORY = 1024;

/** Thrown by `call` if the reply is not a success: the envelope's code, or `HTTP 500` and the like. */
export class CallError extends Error {
  override name = "CallError";
  constructor(
    readonly code: string,
    message: string,
    readonly data: unknown = null,
  ) {
    super(`${code}: ${message}`);
  }
}

/** Caller: an existing user (id), or the holder of this token; client address, device. */
export type CallOptions = {
  as?: number | undefined;
  token?: string | undefined;
  ip?: string | undefined;
  device?: string | undefined;
};
export type Measured<T> = {
  data: T;
  /** SQL statements of the call, without the one that reads the session. */
  statements: number;
  dependsOn: string[];
};

export type TestUpstream = {
  program: Upstream;
  services: Services;
  /**
   * Makes a call over HTTP semantics; returns `data` (of a file its bytes) or throws `CallError`. `as` is the id of an
   * existing user.
   */
  call<E extends Endpoint>(endpoint: E, input: CallInput<E>, options?: CallOptions): Promise<CallData<E>>;
  /** `call`, with its cost and dependencies. */
  measure<E extends Endpoint>(endpoint: E, input: CallInput<E>, options?: CallOptions): Promise<Measured<CallData<E>>>;
  /** Token of a new session of an existing user. */
  tokenOf(userId: number): Promise<string>;
  /** Creates a user, with a phone number if publishing needs one; returns the id. */
  addUser(nickname: string, phone?: string | null): Promise<number>;
  close(): Promise<void>;
};

/**
 * Creates the real upstream on SQLite in a separate file, or on a new PostgreSQL database if `TEST_PG_URL` names a
 * server (and a database for the first connection). Every reply is checked against the contract.
 */
export async function createTestUpstream({
  clock,
  config = {},
}: {
  clock?: () => Date;
  config?: Partial<UpstreamConfig>;
} = {}): Promise<TestUpstream> {
  const dataDir = mkdtempSync(join(tmpdir(), "shequ-test-"));
  const { database, drop } = config.database
    ? { database: config.database, drop: async () => {} }
    : await freshDatabase(dataDir);
  const defaults = readUpstreamConfig({ DATA_DIR: dataDir, LOG_LEVEL: "error" });
  const program = await createUpstream(
    { ...defaults, database, checkReplies: true, passwordMemory: PASSWORD_MEMORY, allowsNewSalt: true, ...config },
    clock ? { clock } : {},
  );
  const { services } = program;
  /** Unused sessions expire, and a test may advance the clock by a month. */
  const tokens = new Map<string, string>();

  const tokenOf = async (userId: number) => {
    const token = randomBytes(32).toString("base64url");
    const now = services.clock();
    const YEAR = 365 * 24 * 3600 * 1000;
    await services.db
      .insertInto("sessions")
      .values({
        token_hash: hashToken(token),
        user_id: userId,
        device: "test",
        created_at: now.toISOString(),
        expires_at: new Date(now.getTime() + YEAR).toISOString(),
      })
      .execute();
    return token;
  };

  const measure: TestUpstream["measure"] = async (endpoint, input, { as, token: given, ip, device } = {}) => {
    const headers = new Headers();
    if (given !== undefined) headers.set("authorization", `Bearer ${given}`);
    if (ip !== undefined) headers.set("x-client-ip", ip);
    if (device !== undefined) headers.set("x-device", device);
    if (as !== undefined) {
      const today = `${as} ${services.clock().toISOString().slice(0, 10)}`;
      const token = tokens.get(today) ?? (await tokenOf(as));
      tokens.set(today, token);
      headers.set("authorization", `Bearer ${token}`);
    }
    const before = services.connection.statements();
    const response = await program.fetch(requestOf(endpoint, input, headers));
    const statements = services.connection.statements() - before - (as === undefined ? 0 : 1);
    const bytes = await response.arrayBuffer();
    const text = new TextDecoder().decode(bytes);
    if (response.status !== 200) throw new CallError(`HTTP ${response.status}`, text);
    const dependsOn = (response.headers.get(DEPENDS_HEADER) ?? "").split(" ").filter(Boolean).map(decodeURIComponent);
    const isFile = !response.headers.get("content-type")?.startsWith("application/json");
    if (isFile) return { data: bytes as CallData<typeof endpoint>, statements, dependsOn };
    const envelope = JSON.parse(text) as { code: string; message: string; data: unknown };
    if (envelope.code !== "SUCCESS") throw new CallError(envelope.code, envelope.message, envelope.data);
    return { data: envelope.data as CallData<typeof endpoint>, statements, dependsOn };
  };

  return {
    program,
    services,
    measure,
    call: async (endpoint, input, options) => (await measure(endpoint, input, options)).data,
    tokenOf,
    async addUser(nickname, phone = null) {
      const { id } = await services.db
        .insertInto("users")
        .values({
          nickname,
          avatar: "",
          headline: "",
          bio: "",
          company: "",
          city: "",
          phone,
          password_hash: null,
          created_at: services.clock().toISOString(),
          deleted_at: null,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      return id;
    },
    async close() {
      await program.close();
      await drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function requestOf(endpoint: Endpoint, input: CallInput<Endpoint>, headers: Headers): Request {
  const parts = input as { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(parts.params?.[name])));
  const url = new URL(path, "http://upstream.test");
  for (const [name, value] of Object.entries(parts.query ?? {})) {
    if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
  }
  if (endpoint.method === "GET") return new Request(url, { headers });
  if (endpoint.encoding === "multipart") {
    const form = new FormData();
    for (const [name, value] of Object.entries((parts.body ?? {}) as Record<string, string | Blob>))
      form.set(name, value);
    return new Request(url, { method: endpoint.method, headers, body: form });
  }
  headers.set("content-type", "application/json");
  return new Request(url, { method: endpoint.method, headers, body: JSON.stringify(parts.body ?? {}) });
}

/**
 * Timeouts in milliseconds for hanging, not for slow operations. Tests of the limits themselves have their own
 * database.
 */
const PATIENCE = {
  connectionTimeout: 50_000,
  statementTimeout: 50_000,
  lockTimeout: 50_000,
  idleTransactionTimeout: 50_000,
};

/** A migrated database, copied for every world on SQLite, because migrating takes longer than most tests. */
let template: Promise<Buffer> | undefined;

async function makeTemplate(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), "shequ-template-"));
  const file = join(folder, "shequ.db");
  const connection = await connect({ kind: "sqlite", file: ":memory:" });
  await migrate(connection);
  await connection.sqlite?.copyTo(file);
  await connection.close();
  const bytes = readFileSync(file);
  rmSync(folder, { recursive: true });
  return bytes;
}

async function freshDatabase(
  folder: string,
): Promise<{ database: UpstreamConfig["database"]; drop: () => Promise<void> }> {
  if (!PG_SERVER) {
    const file = join(folder, "shequ.db");
    template ??= makeTemplate();
    writeFileSync(file, await template);
    return { database: { kind: "sqlite", file, durable: false }, drop: async () => {} };
  }
  const { url, drop } = await borrowDatabase(process.env.TEST_PG_TEMPLATE ?? "");
  return { database: { kind: "postgres", url, limits: PATIENCE }, drop };
}
