import { hash } from "node:crypto";
import { MINUTE } from "#runtime/time-units";
import { withinTime } from "#runtime/within-time";

/** Milliseconds that a reply of the upstream is cached. */
const BELIEVED = { yes: 10 * MINUTE, no: MINUTE };
/** Maximum number of cached logins. */
const KNOWN_MAX = 20_000;
/** Milliseconds that a page waits for that reply, which only decides its lane. */
const PATIENCE = 500;
/** Maximum number of concurrent checks: anybody can make up tokens. */
const ASKED_MAX = 20;

type Options = {
  /** Asks the upstream whether a token is a login. @throws when it can't be reached */
  ask: (token: string, ip: string) => Promise<boolean>;
  clock?: () => number;
};

export type KnownLogins = ReturnType<typeof createKnownLogins>;

/**
 * Tells members from readers who merely send a cookie. This only decides how a reader is queued under load; what a
 * login may see is decided by the upstream.
 */
export function createKnownLogins({ ask, clock = () => performance.now() }: Options) {
  const known = new Map<string, { yes: boolean; until: number }>();
  const asked = new Map<string, Promise<boolean>>();

  function remember(login: string, yes: boolean): void {
    known.delete(login);
    known.set(login, { yes, until: clock() + (yes ? BELIEVED.yes : BELIEVED.no) });
    if (known.size > KNOWN_MAX) known.delete(known.keys().next().value as string);
  }

  /** Checks a token once for all concurrent requests that carry it. */
  function askOnce(login: string, token: string, ip: string): Promise<boolean> {
    const running = asked.get(login);
    if (running) return running;
    if (asked.size >= ASKED_MAX) return Promise.resolve(false);
    const isLogin = ask(token, ip)
      .then(
        (yes) => {
          remember(login, yes);
          return yes;
        },
        () => false,
      )
      .finally(() => asked.delete(login));
    asked.set(login, isLogin);
    return isLogin;
  }

  /** Name of a token: a hash, so that tokens themselves are not kept. */
  const nameOf = (token: string) => hash("sha256", token, "base64url").slice(0, 22);

  /** Whether a name is known to be a login; undefined if not known. */
  function isKnown(login: string): boolean | undefined {
    const found = known.get(login);
    return found && clock() < found.until ? found.yes : undefined;
  }

  return {
    /** Name of the login behind a token; null if it is none, undefined while the check runs in the background. */
    known(token: string, ip: string): string | null | undefined {
      const login = nameOf(token);
      const yes = isKnown(login);
      if (yes === undefined) void askOnce(login, token, ip);
      return yes === undefined ? undefined : yes ? login : null;
    },
    /** Name of the login behind a token; null if it is none, or not known in time. */
    async of(token: string, ip: string): Promise<string | null> {
      const login = nameOf(token);
      return (isKnown(login) ?? (await withinTime(askOnce(login, token, ip), PATIENCE, false))) ? login : null;
    },
  };
}
