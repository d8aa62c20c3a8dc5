import { randomBytes } from "node:crypto";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { createFaults, type Faults } from "#upstream/services/external/faults";
import { answerSmtp, type SmtpDesk } from "./fake-smtp-session";
import type { SmtpConfig } from "./smtp";

/** A received mail. */
export type ReceivedMail = {
  to: string;
  /** Envelope sender, to which bounces go. */
  returnPath: string;
  from: string;
  subject: string;
  text: string;
  html: string;
  /** Header fields by lower-case name. */
  headers: Record<string, string>;
  receivedAt: string;
};

/** Mail server in this process, with the mails that it accepted. */
export type FakeMail = {
  /** Starts the server on the first call and returns how to reach it. */
  open(): Promise<SmtpConfig>;
  faults: Faults;
  /** Received mails, newest first. */
  inbox(): readonly ReceivedMail[];
  close(): Promise<void>;
};

/** Return path of the fake's mails. */
export const FAKE_BOUNCES = "bounces@shequ.invalid";
const LETTERS_KEPT = 200;

/**
 * Creates a fake mail server: speaks SMTP on its own loopback port, requires authentication, rejects invalid addresses,
 * and stores mails in an inbox. For the demo and tests only. It listens only from the first mail on.
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

/** Parses a mail as a mail reader does. */
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
