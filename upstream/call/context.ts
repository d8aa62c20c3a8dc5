import type { Auth } from "#app/contract/endpoint";
import type { OutsideChannel } from "#app/contract/notification/channels";
import type { Permission, Role } from "#app/contract/permissions";
import type { NoteSecurity } from "#log/security-events";
import type { NoteUpstream } from "#log/upstream-events";
import type { UpstreamConfig } from "#upstream/config";
import type { Connection, Db } from "#upstream/db/dialect";
import type { VersionedCache } from "#upstream/db/versioned-cache";
import type { VersionKey, Versions } from "#upstream/db/versions";
import type { AddressPush } from "#upstream/services/address-push/address-push";
import type { Captchas } from "#upstream/services/captcha/create-captchas";
import type { GuardedFetch } from "#upstream/services/external/guarded-fetch";
import type { Fakes } from "#upstream/services/fakes";
import type { FigureCounts } from "#upstream/services/figures/figure-counts";
import type { KeptLimits } from "#upstream/services/limits/kept-limits";
import type { ReadOnly } from "#upstream/services/limits/read-only";
import type { Mail } from "#upstream/services/mail/mail";
import type { Markdown } from "#upstream/services/markdown/markdown";
import type { WordFilter } from "#upstream/services/moderation/word-filter";
import type { Pay } from "#upstream/services/pay/pay";
import type { Search } from "#upstream/services/search/search";
import type { Sms } from "#upstream/services/sms/sms";
import type { ObjectStore } from "#upstream/services/storage/object-store";
import type { OfficialAccount } from "#upstream/services/wechat/official-account";
import type { Wechat } from "#upstream/services/wechat/wechat";
import type { Site } from "#upstream/text/web-address";

/** Services given to every handler and background job; created once by `createUpstream`. */
export type Services = {
  config: UpstreamConfig;
  /** URLs of the site, to tell internal from external links. */
  site: Site;
  connection: Connection;
  db: Db;
  versions: Versions;
  /** Cache of small values; on a call, it records its keys as `dependsOn` does. */
  cached: VersionedCache;
  clock: () => Date;
  /** The database's clock, which is the same for all processes; for what must happen once at a given time. */
  databaseClock: () => Promise<Date>;
  markdown: Markdown;
  search: Search;
  objects: ObjectStore;
  captchas: Captchas;
  words: WordFilter;
  /** SMS client; null if no SMS can be sent. */
  sms: Sms | null;
  /** Mail client; null if no mail can be sent. */
  mail: Mail | null;
  /**
   * Channels whose service made us stop an address, and has accepted no message since. It may have refused the address
   * for a reason of its own, such as our quota, and then it refuses the next ones, too: those are not stopped.
   */
  doubted: Set<OutsideChannel>;
  /** WeChat login; null if it is not set up. */
  wechat: Wechat | null;
  /** Official account, for the JS-SDK and payments inside WeChat; null if it is not set up. */
  officialAccount: OfficialAccount | null;
  /** Payment service; null if it is not set up. */
  pay: Pay | null;
  /** Search engines to notify of new URLs; empty if none is set up. */
  addressPushes: readonly AddressPush[];
  /** Fetches URLs entered by users, safely. */
  guardedFetch: GuardedFetch;
  /** Fakes of external services in this process; null outside the demo. */
  fakes: Fakes | null;
  /** Statistics without rows of their own, counted in memory. */
  figures: FigureCounts;
  /** Rate limits changed by staff. */
  limits: KeptLimits;
  /** Whether the site is read-only now. */
  readOnly: ReadOnly;
  /** Undos of staff actions, by action; the others can't be undone. */
  undos: ReadonlyMap<string, Undo>;
  note: NoteUpstream;
  noteSecurity: NoteSecurity;
};

/** The member behind a valid token. */
export type Viewer = { userId: number; tokenHash: string };

/** A staff member with the endpoint's permission. */
export type StaffViewer = Viewer & {
  roles: Role[];
  /** Whether the second factor was verified in this session. */
  verified: boolean;
  /** Until when dangerous actions need no further verification (ISO 8601); null if they need it now. */
  sudoUntil: string | null;
};

type ViewerOf<Who extends Auth> = Who extends "anyone" ? Viewer | null : Who extends "staff" ? StaffViewer : Viewer;

/** An unparsed request in an external party's protocol. */
export type RawRequest = {
  /** Returns a header by its lower-case name; null if it is absent. */
  header(name: string): string | null;
  body: Uint8Array;
};

/**
 * One call: the services, the caller, and what the reply depends on. If the endpoint requires a login, `viewer` is not
 * null; such a call can be passed to anything that takes any call, not vice versa.
 */
export type Call<Who extends Auth = "anyone"> = Services & {
  viewer: ViewerOf<Who>;
  client: {
    ip: string;
    device: string;
    requestId: string;
    /** The console only asks what would happen; nothing is stored. */
    dryRun: boolean;
  };
  /** Request of an endpoint with `reply: "raw"`, read instead of an input; null for all others. */
  raw: RawRequest | null;
  /** Records what the reply was made from, so that cached pages know when it changes. */
  dependsOn: (...keys: VersionKey[]) => void;
  sharedPart: SharedPart;
};

/**
 * Properties of a call that a handler may use while its reply stays the same for everybody at any time: the database,
 * with recorded version keys, and what is fixed at start. The caller, the clock, randomness and external services are
 * not among them. Nor is the search, whose use `watchCall` records.
 */
export const SAME_FOR_ALL = ["config", "site", "connection", "db", "cached", "markdown", "words", "dependsOn"] as const;

/** Restricted call for making a part of a reply that is the same for everybody. */
export type SharedCall = Pick<Call, (typeof SAME_FOR_ALL)[number]>;

/**
 * Returns the part of a reply that is the same for everybody, from the cache until something it `dependsOn` changes.
 * The result is shared and must not be modified.
 * @param name cache key, including everything that the part varies by
 * @throws what `make` throws
 */
export type SharedPart = <T>(name: string, make: (call: SharedCall) => Promise<T>) => Promise<T>;

/** Call by a member, as handlers of `auth: "user"` and `auth: "profile"` get it. */
export type MembersCall = Call<"user">;

/** Call of the console, as handlers of `auth: "staff"` get it. */
export type StaffCall = Call<"staff">;

/** A log entry as needed to undo it; `before` and `after` parsed. */
export type Undoable<Before = unknown, After = unknown, Kind extends string = string> = {
  id: number;
  action: string;
  kind: Kind;
  target: string;
  before: Before;
  after: After;
  /** Whether the actor undoes the action within the time limit. */
  ownAtOnce: boolean;
};

/** Undo of an action. */
export type Undo = {
  /** Dangerous permission that the action requires, and so does its undo; null for none. */
  permission: Permission | null;
  /**
   * Undoes the action in a transaction, inside which the call reads and renders, too. Refused if its target was changed
   * since.
   * @throws BusinessError CONFLICT
   */
  run: (trx: Db, call: StaffCall, row: Undoable) => Promise<void>;
};

/** Log fields of a security event: who called, from where, in which request. */
export const callerOf = ({ viewer, client }: Pick<Call, "viewer" | "client">) => ({
  userId: viewer?.userId ?? null,
  address: client.ip,
  requestId: client.requestId,
});

/** ISO 8601 UTC time of the injected clock. */
export const nowIso = (services: Pick<Services, "clock">): string => services.clock().toISOString();

/** ISO 8601 time so many milliseconds from now. */
export const isoIn = ({ clock }: Pick<Services, "clock">, milliseconds: number): string =>
  new Date(clock().getTime() + milliseconds).toISOString();

/** ISO 8601 time so many milliseconds ago. */
export const isoAgo = (services: Pick<Services, "clock">, milliseconds: number): string =>
  isoIn(services, -milliseconds);
