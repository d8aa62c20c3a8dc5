import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { Hono } from "hono";
import type { UpstreamReply, UpstreamRequest } from "#app/contract/transport";
import { createLog, traceOf } from "#log/log";
import { createSecurityEvents } from "#log/security-events";
import { createUpstreamEvents } from "#log/upstream-events";
import { makeFolderSync } from "#runtime/make-folder";
import type { Services } from "./call/context";
import { createSharedParts } from "./call/shared-parts";
import { createSharedReplies } from "./call/shared-replies";
import { collectUndos } from "./call/undo";
import type { UpstreamConfig } from "./config";
import { databaseTime } from "./db/database-time";
import { connect } from "./db/dialect";
import { migrate } from "./db/migrations/migrate";
import { requireMode } from "./db/mode-of-data";
import { requireSalt } from "./db/salt-of-data";
import { createVersionedCache } from "./db/versioned-cache";
import { openVersions, type Versions } from "./db/versions";
import { handleRequest, type Respond, responders } from "./http/respond";
import { allImplementations } from "./modules";
import { refreshLimits } from "./modules/limit/refresh";
import { makePrivate } from "./private-data";
import { createReadiness } from "./readiness";
import { createCaptchas } from "./services/captcha/create-captchas";
import { createAddressPushes } from "./services/create-address-pushes";
import { createMail } from "./services/create-mail";
import { createPay } from "./services/create-pay";
import { createSms } from "./services/create-sms";
import { createOwnAccount, createWechat } from "./services/create-wechat";
import { createGuardedFetch } from "./services/external/guarded-fetch";
import { createFakes } from "./services/fakes";
import { countLetters, countLogins, countMessages, countTemplateMessages } from "./services/figures/count-outcomes";
import { createFigureCounts } from "./services/figures/figure-counts";
import { createKeptLimits } from "./services/limits/kept-limits";
import { createReadOnly } from "./services/limits/read-only";
import { knownPictures } from "./services/markdown/known-pictures";
import { createMarkdown } from "./services/markdown/renderer";
import { createWordFilter } from "./services/moderation/word-filter";
import { createSearch } from "./services/search/create-search";
import { createObjectStore } from "./services/storage/create-object-store";
import { refusal } from "./services/storage/refusal";

/** The upstream for the program around it: its calls, with or without HTTP, and its shutdown. */
export type Upstream = {
  fetch(request: Request): Promise<Response>;
  /**
   * Makes a call within this process, without HTTP and JSON. `name` is e.g. `GET /api/article/:id`. `data` may be
   * cached and must not be modified.
   * @throws Error for calls without an envelope
   */
  call(name: string, request: UpstreamRequest): Promise<UpstreamReply>;
  /** Like `call`, also for endpoints that reply with a file. */
  ask(name: string, request: UpstreamRequest): Promise<UpstreamReply | Response>;
  /** Versions for a page cache in the same process (see `X-Depends-On`). */
  versions: Versions;
  /** For seeding, imports and tests; not part of the HTTP service. */
  services: Services;
  /** Whether the database answers, accepts writes and has space. */
  ready(): Promise<boolean>;
  close(): Promise<void>;
};

/** Opens and migrates the database, and creates the service. `clock` is for tests. */
export async function createUpstream(
  config: UpstreamConfig,
  { clock: given }: { clock?: () => Date } = {},
): Promise<Upstream> {
  const clock = given ?? (() => new Date());
  makePrivate(config);
  const connection = await connect(config.database);
  const secretKey = config.secretKey || demoSecret(config.dataDir, config.database);
  const objects = createObjectStore({ ...config, secretKey }, clock);
  const site = { origin: config.publicOrigin, objectsUrl: objects.publicUrl("") };
  await migrate(connection, site);
  try {
    await requireMode(connection.db, config.mode);
    if (config.mode === "production") await requireSalt(connection.db, config);
  } catch (error) {
    await connection.close();
    throw error;
  }
  const versions = openVersions(connection);
  const log = createLog(config.logLevel);
  const note = createUpstreamEvents(log);
  const app = new Hono();
  const deliver = async (request: Request) => app.fetch(request);
  const figures = createFigureCounts(clock);
  const fakes = config.mode === "demo" ? createFakes(config, { clock, deliver }) : null;
  const guardedFetch = createGuardedFetch();
  const services: Services = {
    config: { ...config, secretKey },
    site,
    connection,
    db: connection.db,
    versions,
    cached: createVersionedCache(versions),
    clock,
    databaseClock: given ? async () => given() : () => databaseTime(connection),
    markdown: createMarkdown(knownPictures(connection.db), site),
    search: createSearch(connection.kind),
    objects,
    captchas: createCaptchas(secretKey),
    words: createWordFilter(config.sensitiveWordsFile, (error) =>
      note("words_unreadable", { file: config.sensitiveWordsFile, error: String(error) }),
    ),
    note,
    figures,
    limits: createKeptLimits(),
    readOnly: createReadOnly(),
    undos: collectUndos(allImplementations()),
    noteSecurity: countLogins(figures, createSecurityEvents({ log, clock })),
    sms: countMessages(figures, createSms(config.sms, clock, fakes)),
    mail: countLetters(figures, createMail(config.mail, fakes)),
    wechat: createWechat(config, fakes),
    officialAccount: countTemplateMessages(figures, createOwnAccount(config, clock, fakes)),
    doubted: new Set(),
    pay: createPay(config, clock, fakes),
    guardedFetch: fakes?.wechat.withPictures(guardedFetch) ?? guardedFetch,
    addressPushes: createAddressPushes(config, fakes),
    fakes,
  };
  await refreshLimits(services);
  const direct = routeCalls(app, services);
  const ask = async (name: string, request: UpstreamRequest) => {
    const respond = direct.get(name);
    if (!respond) throw new Error(`${name} is no call`);
    return respond(request);
  };
  app.on(["GET", "HEAD", "PUT"], "/oss/*", (context) => objects.serve(context.req.raw));
  // Calls report their own errors; this is the store's, such as a full disk.
  app.onError((error, { req: { method, path } }) => {
    note("call_failed", { call: `${method} ${path}`, error: traceOf(error) });
    return refusal(500, "InternalError");
  });
  return {
    fetch: async (request) => app.fetch(request),
    call: async (name, request) => {
      const reply = await ask(name, request);
      if (reply instanceof Response) throw new Error(`${name} replies with a file`);
      return reply;
    },
    ask,
    versions,
    services,
    ready: createReadiness(services),
    close: async () => {
      await fakes?.mail.close();
      await objects.close();
      await connection.close();
    },
  };
}

/** Answers all calls over HTTP. @returns what answers them in this process, by method and path */
function routeCalls(app: Hono, services: Services): Map<string, Respond> {
  const { versions, config } = services;
  const shared = createSharedReplies({ versions, check: config.checkReplies });
  const parts = createSharedParts({ versions, check: config.checkReplies });
  const direct = new Map<string, Respond>();
  for (const implementation of allImplementations()) {
    for (const { endpoint, respond } of responders(services, implementation, shared, parts)) {
      app.on(endpoint.method, endpoint.path, (context) => handleRequest(context, respond));
      direct.set(`${endpoint.method} ${endpoint.path}`, respond);
    }
  }
  return direct;
}

/** Secret of the demo, stored in the data folder; production requires a configured one. */
function demoSecret(dataDir: string, database: UpstreamConfig["database"]): string {
  const fresh = randomBytes(32).toString("base64url");
  if (database.kind === "sqlite" && database.file === ":memory:") return fresh;
  const file = `${dataDir}/secret-key`;
  if (existsSync(file)) return readFileSync(file, "utf8").trim();
  makeFolderSync(dataDir);
  writeFileSync(file, fresh, { mode: 0o600 });
  return fresh;
}
