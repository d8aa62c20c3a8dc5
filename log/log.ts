/** In ascending verbosity. */
export const LOG_LEVELS = ["silent", "error", "warn", "info", "debug"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Writes a log line: level, constant message, and fields. */
export type Log = (level: Exclude<LogLevel, "silent">, message: string, fields?: Record<string, unknown>) => void;

/** A mainland phone number, with any prefix. */
const PHONE = /(?<!\d)((?:86)?1[3-9]\d)\d{4}(\d{4})(?!\d)/g;
/** A mail address, except the first character of its name. */
const MAIL = /([\w.%+-])[\w.%+-]*@(?=(?:[\w-]+\.)+[a-z]{2,})/gi;
/** Tokens of `randomBytes(32)` in base64url: sessions, tickets, passes. */
const TOKEN = /(?<![\w-])[\w-]{43}(?![\w-])/g;
/** Control characters that JSON leaves unescaped, and that some terminals interpret. */
const CONTROLS = /[\u007f-\u009f\u2028\u2029]/g;

/**
 * Creates a log that writes JSON lines to stderr. Callers must not log secrets; but error messages of external services
 * or the database may repeat their input, so phone numbers, mail addresses and tokens are masked here for everything.
 */
export function createLog(threshold: LogLevel): Log {
  if (process.stderr.listenerCount("error") === 0) process.stderr.on("error", () => {});
  return (level, message, fields = {}) => {
    if (LOG_LEVELS.indexOf(level) > LOG_LEVELS.indexOf(threshold)) return;
    writeLine(masked(JSON.stringify({ time: new Date().toISOString(), level, message, ...fields })));
  };
}

/** Writes to stderr. A full disk, or a program that no longer reads it, must not end the site, and can't be logged. */
function writeLine(line: string): void {
  try {
    process.stderr.write(`${line}\n`);
  } catch {
    // The line is lost.
  }
}

/** Stack of an error for a log line, including its causes. */
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
