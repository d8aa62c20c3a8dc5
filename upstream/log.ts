import type { UpstreamConfig } from "./config";
import type { Services } from "./context";

const LEVELS = ["silent", "error", "info", "debug"];
/** A mainland number, whatever stands before it. */
const PHONE = /(?<!\d)((?:86)?1[3-9]\d)\d{4}(\d{4})(?!\d)/g;
/** What `randomBytes(32)` gives in base64url: sessions, tickets, passes. */
const TOKEN = /(?<![\w-])[\w-]{43}(?![\w-])/g;
/** Left as they are by JSON, and read by some terminals as commands or line ends. */
const CONTROLS = /[\u007f-\u009f\u2028\u2029]/g;

/**
 * Writes lines of JSON to stderr. Who writes them gives no secrets; but what a service outside or a database says of
 * an error may repeat what it was sent, so phone numbers and tokens are masked here, for all.
 */
export function createLog(threshold: UpstreamConfig["logLevel"]): Services["log"] {
  return (level, message, fields = {}) => {
    if (LEVELS.indexOf(level) > LEVELS.indexOf(threshold)) return;
    process.stderr.write(`${masked(JSON.stringify({ time: new Date().toISOString(), level, message, ...fields }))}\n`);
  };
}

const masked = (line: string): string =>
  line
    .replace(PHONE, "$1****$2")
    .replace(TOKEN, "[token]")
    .replace(CONTROLS, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
