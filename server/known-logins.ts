import { hash } from "node:crypto";
import { MINUTE } from "#runtime/time-units";

/** Milliseconds that an answer of the upstream is believed. */
const BELIEVED = { yes: 10 * MINUTE, no: MINUTE };
/** Logins that are remembered. */
const KNOWN_MAX = 20_000;
/** Milliseconds that a page waits for that answer, which is for nothing but its place. */
const PATIENCE = 500;
/** Logins that are asked for at once: anybody can make up tokens. */
const ASKED_MAX = 20;

type Options = {
  /** Asks the upstream whether a token is a login. @throws where it can't be heard */
  ask: (token: string, ip: string) => Promise<boolean>;
  clock?: () => number;
};

export type KnownLogins = ReturnType<typeof createKnownLogins>;

/**
 * Tells members from those who only send a cookie. It decides nothing but how a reader is served while many ask; what a login
 * may see is the upstream's to say.
 */
export function createKnownLogins({ ask, clock = () => performance.now() }: Options) {
  const known = new Map<string, { yes: boolean; until: number }>();
  const asked = new Map<string, Promise<boolean>>();

  function remember(login: string, yes: boolean): void {
    known.delete(login);
    known.set(login, { yes, until: clock() + (yes ? BELIEVED.yes : BELIEVED.no) });
    if (known.size > KNOWN_MAX) known.delete(known.keys().next().value as string);
  }

  /** Asks once for all who come with the same token meanwhile. */
  function askOnce(login: string, token: string, ip: string): Promise<boolean> {
    const running = asked.get(login);
    if (running) return running;
    if (asked.size >= ASKED_MAX) return Promise.resolve(false);
    const answer = ask(token, ip)
      .then(
        (yes) => {
          remember(login, yes);
          return yes;
        },
        () => false,
      )
      .finally(() => asked.delete(login));
    asked.set(login, answer);
    return answer;
  }

  /** Name of a token, which is not the token. */
  const nameOf = (token: string) => hash("sha256", token, "base64url").slice(0, 22);

  /** Whether a name is a login; undefined while that is not known. */
  function isKnown(login: string): boolean | undefined {
    const found = known.get(login);
    return found && clock() < found.until ? found.yes : undefined;
  }

  return {
    /** Name of a login that a token is good for; null for one that is none, undefined while it is asked for beside. */
    known(token: string, ip: string): string | null | undefined {
      const login = nameOf(token);
      const yes = isKnown(login);
      if (yes === undefined) void askOnce(login, token, ip);
      return yes === undefined ? undefined : yes ? login : null;
    },
    /** Name of a login that a token is good for; null for one that is none, or not known in time. */
    async of(token: string, ip: string): Promise<string | null> {
      const login = nameOf(token);
      return (isKnown(login) ?? (await inTime(askOnce(login, token, ip)))) ? login : null;
    },
  };
}

/** An answer, or no when it takes too long. */
async function inTime(answer: Promise<boolean>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), PATIENCE);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
