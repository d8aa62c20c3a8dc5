import type { Upstream } from "#upstream/app";
import type { UpstreamConfig } from "#upstream/config";
import type { StaffCaller } from "./as-staff";

/** Options of the command line, by name; those that were not given are undefined. */
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

/** Everything that a command is given. */
export type Asked = {
  upstream: Upstream;
  caller: StaffCaller;
  options: Options;
  words: readonly string[];
  flags?: { dryRun: boolean; csv: boolean; together?: boolean };
  /** Folder from which the files are meant that are named. */
  from: string;
  /** Says how far it is, beside the result. */
  tell?: (line: string) => void;
  /** All that comes in by the standard input. */
  input?: () => Promise<string>;
};

/** A command that opens no database of the site: what it is given, and the settings. */
export type OfflineCommand = {
  usage: string;
  text: string;
  example: string;
  /** @returns what is printed */
  offline(
    asked: Pick<Asked, "words" | "flags" | "from" | "options" | "tell"> & { config: UpstreamConfig },
  ): Promise<unknown>;
};

/** A thing that the command line does. */
export type Command = {
  /** Arguments and options, as the help shows them. */
  usage: string;
  /** One Chinese sentence. */
  text: string;
  /** Words and options of one that makes sense, behind its name. */
  example: string;
  /** It works before there is an owner. */
  alone?: true;
  /** @returns what is printed: text as it is, anything else as JSON */
  run(asked: Asked): Promise<unknown>;
};

/** Result that is text for people and data for programs; with `refused` where not all of it was done. */
export class Report {
  constructor(
    readonly text: string,
    readonly data: unknown,
    readonly refused: boolean,
  ) {}
}

/** Wrong or missing words on the command line. */
export class BadUsage extends Error {
  override name = "BadUsage";
}
