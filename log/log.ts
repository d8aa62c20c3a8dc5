/** From the fewest lines to the most. */
export const LOG_LEVELS = ["silent", "error", "warn", "info", "debug"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Writes a line: its level, what it is about, always in the same words, and what is known of it. */
export type Log = (level: Exclude<LogLevel, "silent">, message: string, fields?: Record<string, unknown>) => void;

/** A mainland number, whatever stands before it. */
const PHONE = /(?<!\d)((?:86)?1[3-9]\d)\d{4}(\d{4})(?!\d)/g;
/** Mail address: all of its name but the first sign. */
const MAIL = /([\w.%+-])[\w.%+-]*@(?=(?:[\w-]+\.)+[a-z]{2,})/gi;
/** Tokens of `randomBytes(32)` in base64url: sessions, tickets, passes. */
const TOKEN = /(?<![\w-])[\w-]{43}(?![\w-])/g;
/** Left as they are by JSON, and read by some terminals as commands or line ends. */
const CONTROLS = /[\u007f-\u009f\u2028\u2029]/g;

/**
 * Writes lines of JSON to stderr. Who writes them gives no secrets; but what a service outside or a database says of
 * an error may repeat what it was sent, so phone numbers, mail addresses and tokens are masked here, for all.
 */
export function createLog(threshold: LogLevel): Log {
  return (level, message, fields = {}) => {
    if (LOG_LEVELS.indexOf(level) > LOG_LEVELS.indexOf(threshold)) return;
    process.stderr.write(`${masked(JSON.stringify({ time: new Date().toISOString(), level, message, ...fields }))}\n`);
  };
}

/** Trace of an error for a line of the log: where it was thrown, and what was behind it. */
export function traceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const trace = error.stack ?? String(error);
  return error.cause === undefined ? trace : `${trace}\nbecause of ${traceOf(error.cause)}`;
}

const masked = (line: string): string =>
  line
    .replace(PHONE, "$1****$2")
    .replace(MAIL, "$1***@")
    .replace(TOKEN, "[token]")
    .replace(CONTROLS, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
