import type { Upstream } from "#upstream/app";
import type { UpstreamConfig } from "#upstream/config";
import type { StaffCaller } from "./as-staff";

/** Command-line options by name; undefined if not given. */
export type Options = Record<
  | "phone"
  | "nickname"
  | "role"
  | "title"
  | "tags"
  | "class"
  | "ai"
  | "text"
  | "path"
  | "ids"
  | "reason"
  | "id"
  | "page"
  | "rule"
  | "note"
  | "days"
  | "from"
  | "to"
  | "step"
  | "day"
  | "offer"
  | "price"
  | "category"
  | "type"
  | "trial"
  | "sale"
  | "count"
  | "out"
  | "until"
  | "numbers"
  | "slug"
  | "into"
  | "seal"
  | "confirm"
  | "file"
  | "add"
  | "drop",
  string | undefined
>;

/** Input of a command. */
export type CommandInput = {
  upstream: Upstream;
  caller: StaffCaller;
  options: Options;
  words: readonly string[];
  flags?: {
    dryRun: boolean;
    csv: boolean;
    together?: boolean;
    newPassword?: boolean;
    newFactor?: boolean;
    incomplete?: boolean;
  };
  /** Folder that relative file names refer to. */
  from: string;
  /** Reports progress, separately from the result. */
  tell?: (line: string) => void;
  /** Reads the standard input. */
  input?: () => Promise<string>;
  /**
   * Returns a signal that Ctrl-C (SIGINT) or SIGTERM aborts. A command that has to clean up asks for it; from then on
   * the first such signal no longer ends the process.
   */
  stopSignal?: () => AbortSignal;
};

/** A command that does not open the site's database: it gets only the input and the settings. */
export type OfflineCommand = {
  usage: string;
  text: string;
  example: string;
  /** @returns output to print */
  offline(
    asked: Pick<CommandInput, "words" | "flags" | "from" | "options" | "tell" | "stopSignal"> & {
      config: UpstreamConfig;
    },
  ): Promise<unknown>;
};

/** A command. */
export type Command = {
  /** Arguments and options, for the help. */
  usage: string;
  /** Description: one Chinese sentence. */
  text: string;
  /** Arguments and options of an example, after the command's name. */
  example: string;
  /** Works before the site has an owner. */
  alone?: true;
  /** @returns output to print: text as is, anything else as JSON */
  run(asked: CommandInput): Promise<unknown>;
};

/** Result with text for people and data for programs; `refused` if not everything was done. */
export class Report {
  constructor(
    readonly text: string,
    readonly data: unknown,
    readonly refused: boolean,
  ) {}
}

/** Invalid or missing arguments: wrong whatever the site holds. What the site refuses is a `Refusal`. */
export class BadUsage extends Error {
  override name = "BadUsage";
}
