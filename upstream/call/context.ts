import type { Auth } from "#app/contract/endpoint";
import type { Role } from "#app/contract/permissions";
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

/** Services that every handler and every background task is given; made once by `createUpstream`. */
export type Services = {
  config: UpstreamConfig;
  /** Addresses of the site, by which links are told to lead elsewhere. */
  site: Site;
  connection: Connection;
  db: Db;
  versions: Versions;
  cached: VersionedCache;
  clock: () => Date;
  /** Time of the database's own clock, the same for all processes: for what is due at a time and done once. */
  databaseClock: () => Promise<Date>;
  markdown: Markdown;
  search: Search;
  objects: ObjectStore;
  captchas: Captchas;
  words: WordFilter;
  /** Null where no messages can be sent. */
  sms: Sms | null;
  /** Null where no letters can be sent. */
  mail: Mail | null;
  /** Null where nobody can log in by WeChat. */
  wechat: Wechat | null;
  /** Null where there is no JS-SDK and nobody can pay inside WeChat. */
  officialAccount: OfficialAccount | null;
  /** Null where nothing can be paid. */
  pay: Pay | null;
  /** Search engines that are told of new addresses; none where nothing is set. */
  addressPushes: readonly AddressPush[];
  /** Fetches what people name by its address. */
  guardedFetch: GuardedFetch;
  /** The services outside that are played in this process; null outside the demo. */
  fakes: Fakes | null;
  /** Figures that leave no row, counted in memory. */
  figures: FigureCounts;
  /** Limits that staff have changed. */
  limits: KeptLimits;
  /** Whether nothing may be written now. */
  readOnly: ReadOnly;
  note: NoteUpstream;
  noteSecurity: NoteSecurity;
};

/** The person behind a valid token. */
export type Viewer = { userId: number; tokenHash: string };

/** Somebody of the staff who has the endpoint's permission. */
export type StaffViewer = Viewer & {
  roles: Role[];
  /** A second factor was shown in this login. */
  verified: boolean;
  /** Until when dangerous things are done without being asked again; null for not now. */
  sudoUntil: string | null;
};

type ViewerOf<Who extends Auth> = Who extends "anyone" ? Viewer | null : Who extends "staff" ? StaffViewer : Viewer;

/** A request in the protocol of someone outside, as it came. */
export type RawRequest = {
  /** Names in lower case. */
  header(name: string): string | null;
  body: Uint8Array;
};

/**
 * One call: the services, who calls, and what the answer depends on. Of an endpoint that wants a login there is a
 * viewer; such a call can be handed to whatever takes any call, not the other way round.
 */
export type Call<Who extends Auth = "anyone"> = Services & {
  viewer: ViewerOf<Who>;
  client: {
    ip: string;
    device: string;
    requestId: string;
    /** The console only wants to know what would be done; nothing of it is kept. */
    dryRun: boolean;
  };
  /** Request that an endpoint of `reply: "raw"` reads instead of its input; null for all others. */
  raw: RawRequest | null;
  /** Names what the answer was made from, so that cached pages know when it changed. */
  dependsOn: (...keys: VersionKey[]) => void;
  sharedPart: SharedPart;
};

/** Call that a part of a reply is made by which is the same for everybody: nobody who asks, no clock, nothing outside. */
export type SharedCall = Pick<
  Call,
  "config" | "site" | "connection" | "db" | "cached" | "markdown" | "search" | "words" | "dependsOn"
>;

/**
 * Gives the part of a reply that is the same for everybody; it is made again once something that it names by `dependsOn` has
 * changed. Whoever gets it changes nothing in it.
 * @param name tells the part from all others, with everything that it was asked by
 * @throws what `make` throws
 */
export type SharedPart = <T>(name: string, make: (call: SharedCall) => Promise<T>) => Promise<T>;

/** Call of somebody logged in, as handlers of `auth: "user"` and `auth: "profile"` get it. */
export type MembersCall = Call<"user">;

/** Call of the console, as handlers of `auth: "staff"` get it. */
export type StaffCall = Call<"staff">;

/** Fields of a security event: who calls, from where, in which request. */
export const callerOf = ({ viewer, client }: Pick<Call, "viewer" | "client">) => ({
  userId: viewer?.userId ?? null,
  address: client.ip,
  requestId: client.requestId,
});

/** ISO 8601 UTC of the injected clock. */
export const nowIso = (services: Pick<Services, "clock">): string => services.clock().toISOString();
