import { randomBytes } from "node:crypto";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { createFaults, type Faults } from "#upstream/services/external/faults";
import { answerSmtp, type SmtpDesk } from "./fake-smtp-session";
import type { SmtpConfig } from "./smtp";

/** A letter that arrived. */
export type ReceivedMail = {
  to: string;
  /** Sender of the envelope: where it goes back to if nobody is there. */
  returnPath: string;
  from: string;
  subject: string;
  text: string;
  html: string;
  /** Header fields by their names in lower case. */
  headers: Record<string, string>;
  receivedAt: string;
};

/** Server of mail within this process, with the letters that it took. */
export type FakeMail = {
  /** Opens the server, once, and says how it is reached. */
  open(): Promise<SmtpConfig>;
  faults: Faults;
  /** Newest first. */
  inbox(): readonly ReceivedMail[];
  close(): Promise<void>;
};

/** Address to which letters of the fake come back. */
export const FAKE_BOUNCES = "bounces@shequ.invalid";
const LETTERS_KEPT = 200;

/**
 * Stands in for a mail server: speaks SMTP on a port of its own on loopback, asks who sends, refuses addresses that
 * can't be, and puts letters in an inbox. For the demo and tests; production never makes one. Nothing listens until
 * the first letter.
 */
export function createFakeMail(clock: () => Date): FakeMail {
  const received: ReceivedMail[] = [];
  const faults = createFaults();
  const sockets = new Set<Socket>();
  const account = { user: "demo", password: randomBytes(16).toString("hex") };
  const desk: SmtpDesk = {
    ...account,
    fault: () => faults.current(),
    async deliver({ to, returnPath, raw }) {
      received.unshift({ ...(await read(raw, to, clock())), returnPath });
      received.splice(LETTERS_KEPT);
    },
  };
  let server: Server | null = null;
  let opened: Promise<SmtpConfig> | null = null;

  const listen = (): Promise<SmtpConfig> =>
    new Promise((resolve, reject) => {
      const listening = createServer((socket) => {
        sockets.add(socket.unref());
        socket.on("close", () => sockets.delete(socket));
        answerSmtp(socket, desk);
      }).unref();
      server = listening;
      listening.once("error", reject);
      listening.listen(0, "127.0.0.1", () => {
        const { port } = listening.address() as AddressInfo;
        const from = { name: "", address: "notice@shequ.invalid" };
        const rest = { secure: false, requireTls: false, from, bounces: FAKE_BOUNCES };
        resolve({ host: "127.0.0.1", port, ...account, ...rest });
      });
    });

  return {
    open() {
      opened ??= listen();
      return opened;
    },
    faults,
    inbox: () => received,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((done) => {
        if (server) server.close(() => done());
        else done();
      });
    },
  };
}

/** Letter as a reader of mail makes it of the bytes. */
async function read(raw: Buffer, to: string, now: Date): Promise<Omit<ReceivedMail, "returnPath">> {
  const { default: PostalMime } = await import("postal-mime");
  const mail = await PostalMime.parse(raw);
  return {
    to,
    from: mail.from?.address ?? "",
    subject: mail.subject ?? "",
    text: mail.text ?? "",
    html: mail.html ?? "",
    headers: Object.fromEntries(mail.headers.map(({ key, value }) => [key, value])),
    receivedAt: now.toISOString(),
  };
}
