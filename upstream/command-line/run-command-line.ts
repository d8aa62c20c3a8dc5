import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import { startFailure } from "#runtime/start-failure";
import type { Upstream } from "#upstream/app";
import type { UpstreamConfig } from "#upstream/config";
import { asStaff, Refusal, type StaffCaller } from "./as-staff";
import { BadUsage, type Command, type OfflineCommand, type Options, Report } from "./command";
import { COMMANDS } from "./commands";
import { helpOf, helpOfAll, helpOfNone, isGeneral, namedByOptions, OPTIONS, optionsOf, wordsOf } from "./help";
import { missingThing } from "./missing-thing";
import { OFFLINE_COMMANDS } from "./offline-commands";
import { idIn } from "./read-options";

/** All commands, by their name. */
const ALL: Readonly<Record<string, Command | OfflineCommand>> = { ...COMMANDS, ...OFFLINE_COMMANDS };
/** Exit codes. */
const DONE = 0;
const REFUSED = 1;
const USAGE = 2;

/** Environment of the command line: settings, site, folder, output. */
export type Terminal = {
  config(): UpstreamConfig;
  open(config: UpstreamConfig): Promise<Upstream>;
  /** Folder that relative file names refer to. */
  from: string;
  print(text: string): void;
  complain(what: unknown): void;
  /** Reads the standard input. */
  input?(): Promise<string>;
  /** See `Asked`. */
  stopSignal?(): AbortSignal;
};

/** Runs the arguments after `npm run admin --`. @returns the exit code: 0 done, 1 refused, 2 wrong usage */
export async function runCommandLine(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await runTyped(args, terminal);
  } catch (error) {
    const told = error instanceof BadUsage || error instanceof Refusal;
    const named = error instanceof Refusal ? inWordsTyped(error, args) : "";
    terminal.complain(named || (told ? error.message : startFailure(error)));
    return error instanceof BadUsage || (error instanceof Refusal && error.usage) ? USAGE : REFUSED;
  }
}

/** A refusal in the words of the command line: by the options, or the thing, that was typed; empty if it names none. */
function inWordsTyped(refusal: Refusal, args: readonly string[]): string {
  const { positionals, values } = parsed(args);
  const named = commandOf(positionals);
  if (!named) return "";
  const { name, command } = named;
  const words = positionals.slice(name.split(" ").length);
  const { usage } = command;
  return namedByOptions(refusal.fields, command) || missingThing(refusal, { usage, words, options: values as Options });
}

async function runTyped(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parsed(args);
  const wantsHelp = values.help === true || positionals[0] === "help";
  const typed = positionals[0] === "help" ? positionals.slice(1) : positionals;
  const named = commandOf(typed);
  if (wantsHelp && (named || typed.length === 0)) {
    terminal.print(named ? helpOf(named.name, named.command) : helpOfAll(ALL));
    return DONE;
  }
  if (!named) {
    terminal.complain(typed.length === 0 ? helpOfAll(ALL) : helpOfNone(typed, ALL));
    return USAGE;
  }
  const { name, command } = named;
  const taken = optionsOf(command);
  const unknown = Object.entries(values).find(
    ([option, value]) => value !== undefined && value !== false && !isGeneral(option) && !taken.includes(option),
  );
  if (unknown) throw new BadUsage(`${name} 没有选项 --${unknown[0]}。看说明：npm run admin -- ${name} --help`);
  const words = positionals.slice(name.split(" ").length);
  const surplus = words[wordsOf(command)];
  if (surplus !== undefined) {
    throw new BadUsage(`${name} 用不上“${surplus}”：带空格的要用引号括起来。看说明：npm run admin -- ${name} --help`);
  }
  const flags = {
    dryRun: values["dry-run"] === true,
    csv: values.csv === true,
    together: values.together === true,
    newPassword: values["new-password"] === true,
    newFactor: values["new-factor"] === true,
    incomplete: values.incomplete === true,
  };
  const { from } = terminal;
  const input = async () => (await terminal.input?.()) ?? "";
  const { as, ...options } = values as Options & { as?: string | undefined };
  const tell = (line: string) => terminal.complain(line);
  const { stopSignal } = terminal;
  const stopping = stopSignal ? { stopSignal } : {};
  if ("offline" in command) {
    const asked = { words, flags, from, options, tell, ...stopping, config: terminal.config() };
    return show(await command.offline(asked), values.json === true, terminal);
  }
  const upstream = await terminal.open(terminal.config());
  try {
    const asked = { upstream, options, words, flags, from, tell, input, ...stopping };
    const requestId = randomUUID();
    const result = command.alone
      ? await command.run({ ...asked, caller: nobody })
      : await asStaff(upstream, { userId: await actorOf(upstream, as), dryRun: flags.dryRun, requestId }, (caller) =>
          command.run({ ...asked, caller }),
        );
    const code = show(result, values.json === true, terminal);
    await tellOfUndo(upstream, requestId, tell);
    return code;
  } finally {
    await upstream.close();
  }
}

/** Parses options. @throws BadUsage for an unknown option, one without its value, or one with two values */
function parsed(args: readonly string[]) {
  try {
    const { tokens, ...read } = parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS, tokens: true });
    const names = tokens.flatMap((token) => (token.kind === "option" && token.value !== undefined ? [token.name] : []));
    const twice = names.find((name, at) => names.indexOf(name) !== at);
    if (twice !== undefined) throw new BadUsage(`选项 --${twice} 写了两次`);
    return read;
  } catch (error) {
    if (error instanceof BadUsage) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    const [, option = ""] = /'(--?[^' =]*)/.exec(message) ?? [];
    if (code === "ERR_PARSE_ARGS_UNKNOWN_OPTION") {
      throw new BadUsage(`没有选项 ${option}。看全部命令：npm run admin -- --help`);
    }
    if (code === "ERR_PARSE_ARGS_INVALID_OPTION_VALUE") {
      throw new BadUsage(`选项 ${option} 写得不对：看它要不要一个值，值以 - 开头时写成 ${option}=值`);
    }
    throw error;
  }
}

type Named = { name: string; command: Command | OfflineCommand };

/** Finds the command named by the first arguments. */
function commandOf([first = "", second = ""]: readonly string[]): Named | undefined {
  const name = [`${first} ${second}`, first].find((one) => Object.hasOwn(ALL, one));
  const command = name === undefined ? undefined : ALL[name];
  return name === undefined || command === undefined ? undefined : { name, command };
}

const nobody: StaffCaller = () => Promise.reject(new Error("this command calls nothing"));

/** Staff member on whose behalf it runs. @throws BadUsage for an invalid number, Refusal if there is none */
async function actorOf({ services }: Upstream, as: string | undefined): Promise<number> {
  const userId = as === undefined ? null : idIn(as, "--as 要一个用户编号");
  let query = services.db.selectFrom("staff").select("user_id");
  query = userId === null ? query.where("role", "=", "owner") : query.where("user_id", "=", userId);
  const actor = await query.orderBy("granted_at").limit(1).executeTakeFirst();
  if (!actor)
    throw new Refusal(
      "FORBIDDEN",
      as === undefined ? "本站还没有站长：先运行 setup-link 或 owner add" : "这不是工作人员",
    );
  return actor.user_id;
}

/** Prints how to undo everything, if a command did several things. */
async function tellOfUndo({ services }: Upstream, requestId: string, tell: (line: string) => void): Promise<void> {
  const { total, first } = await services.db
    .selectFrom("audit_log")
    .select((eb) => [eb.fn.countAll<number>().as("total"), eb.fn.min("id").as("first")])
    .where("request_id", "=", requestId)
    .where("undo_of", "is", null)
    .executeTakeFirstOrThrow();
  if (Number(total) > 1) tell(`记入日志 ${total} 条；整个撤销：npm run admin -- audit undo --id ${first} --together`);
}

/** Prints a result. @returns the exit code */
function show(result: unknown, json: boolean, { print, complain }: Terminal): number {
  const report = result instanceof Report ? result : null;
  const told = report && !json ? report.text : report ? report.data : result;
  if (report?.refused && !json) complain(told);
  else if (typeof told === "string" && !json) print(told);
  else print(JSON.stringify(told ?? null, null, json ? 0 : 2));
  return report?.refused ? REFUSED : DONE;
}
