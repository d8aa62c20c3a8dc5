import type { Socket } from "node:net";
import type { Fault } from "#upstream/services/external/faults";

/** Server state as seen by its sessions. */
export type SmtpDesk = {
  user: string;
  password: string;
  fault(): Fault | null;
  deliver(letter: { to: string; returnPath: string; raw: Buffer }): Promise<void>;
};

type Reply = (line: string) => void;
type State = { greeted: boolean; known: boolean; sender: string; to: string[]; data: string[] | null };

const LETTER_BYTES_MAX = 1024 * 1024;
/** Address in angle brackets (RFC 5321), limited to common forms. */
const PATH = /^<([^<>\s@]+@[^<>\s@]+\.[^<>\s@]+)>/;

/**
 * Serves one SMTP session (RFC 5321) with AUTH PLAIN (RFC 4954). A numeric fault is the reply to each recipient;
 * `error`: the server is too busy; `garbage`: it speaks another protocol; `delay`: it never replies; `lost`: it accepts
 * the mail, then drops the connection.
 */
export function answerSmtp(socket: Socket, desk: SmtpDesk): void {
  const fault = desk.fault();
  const reply: Reply = (line) => void socket.write(`${line}\r\n`);
  socket.on("error", () => socket.destroy());
  if (fault?.kind === "delay") return;
  if (fault?.kind === "garbage") return void socket.end("HTTP/1.1 400 Bad Request\r\n\r\n");
  if (fault?.kind === "error") return void socket.end("421 4.3.2 too busy\r\n");
  const state: State = { greeted: false, known: false, sender: "", to: [], data: null };
  let rest = "";
  let turn = Promise.resolve();
  reply("220 fake.invalid ESMTP");
  // Latin-1 preserves the bytes; decoding them is the mail reader's task.
  socket.setEncoding("latin1").on("data", (chunk) => {
    const lines = (rest + String(chunk)).split("\r\n");
    rest = lines.pop() ?? "";
    if (rest.length > LETTER_BYTES_MAX) socket.destroy();
    turn = turn
      .then(async () => {
        for (const line of lines) await answerLine(line, { state, desk, reply, socket });
      })
      .catch(() => void socket.destroy());
  });
}

type Session = { state: State; desk: SmtpDesk; reply: Reply; socket: Socket };

async function answerLine(line: string, session: Session): Promise<void> {
  const { state, reply } = session;
  if (state.data) return takeLine(line, state.data, session);
  const [verb = "", rest = ""] = splitOnce(line);
  const command = COMMANDS[verb.toUpperCase()];
  if (!command) return reply("500 5.5.2 unknown command");
  if (!state.greeted && !["EHLO", "HELO", "QUIT"].includes(verb.toUpperCase())) return reply("503 5.5.1 EHLO first");
  command(rest, session);
}

async function takeLine(line: string, data: string[], { state, desk, reply, socket }: Session): Promise<void> {
  if (line !== ".") {
    data.push(line.startsWith(".") ? line.slice(1) : line);
    return;
  }
  const raw = Buffer.from(data.join("\r\n"), "latin1");
  const { to, sender: returnPath } = state;
  Object.assign(state, { sender: "", to: [], data: null });
  if (raw.length > LETTER_BYTES_MAX) return reply("552 5.3.4 too large");
  for (const one of to) await desk.deliver({ to: one, returnPath, raw });
  if (desk.fault()?.kind === "lost") return void socket.destroy();
  reply("250 2.0.0 taken");
}

const COMMANDS: Record<string, (rest: string, session: Session) => void> = {
  EHLO(_, { state, reply }) {
    state.greeted = true;
    reply(`250-fake.invalid\r\n250-AUTH PLAIN\r\n250-8BITMIME\r\n250 SIZE ${LETTER_BYTES_MAX}`);
  },
  HELO(_, { state, reply }) {
    state.greeted = true;
    reply("250 fake.invalid");
  },
  AUTH(rest, { state, desk, reply }) {
    const [way = "", given = ""] = splitOnce(rest);
    if (way.toUpperCase() !== "PLAIN") return reply("504 5.5.4 unknown way");
    const [, user, password] = Buffer.from(given, "base64").toString("utf8").split("\0");
    state.known = user === desk.user && password === desk.password;
    reply(state.known ? "235 2.7.0 welcome" : "535 5.7.8 wrong account");
  },
  MAIL(rest, { state, reply }) {
    if (!state.known) return reply("530 5.7.0 who are you");
    const sender = PATH.exec(rest.replace(/^FROM:/i, ""))?.[1];
    if (!sender) return reply("501 5.1.7 bad sender");
    Object.assign(state, { sender, to: [] });
    reply("250 2.1.0 ok");
  },
  RCPT(rest, { state, desk, reply }) {
    if (!state.sender) return reply("503 5.5.1 MAIL first");
    const fault = desk.fault();
    if (fault?.kind === "code") return reply(`${fault.code} refused, as you wish`);
    const to = PATH.exec(rest.replace(/^TO:/i, ""))?.[1];
    if (!to) return reply("553 5.1.3 bad address");
    if (to.startsWith("nobody@")) return reply("550 5.1.1 nobody of that name");
    state.to.push(to);
    reply("250 2.1.5 ok");
  },
  DATA(_, { state, reply }) {
    if (state.to.length === 0) return reply("503 5.5.1 RCPT first");
    state.data = [];
    reply("354 go on");
  },
  RSET(_, { state, reply }) {
    Object.assign(state, { sender: "", to: [] });
    reply("250 2.0.0 ok");
  },
  NOOP: (_, { reply }) => reply("250 2.0.0 ok"),
  QUIT: (_, { socket }) => void socket.end("221 2.0.0 bye\r\n"),
};

/** Splits a line into its first word and the rest. */
function splitOnce(line: string): [string, string] {
  const at = line.indexOf(" ");
  return at < 0 ? [line, ""] : [line.slice(0, at), line.slice(at + 1)];
}
