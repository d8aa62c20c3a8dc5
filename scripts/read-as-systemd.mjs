const ESCAPED_IN_QUOTES = '"\\`$';

/**
 * Reads a file of settings as systemd does for `EnvironmentFile=`: no comments after values, a backslash hides the next
 * character, and quotes count only at the beginning of a value.
 * @param {string} text
 * @returns {Map<string, string>} values by name
 */
export function readAsSystemd(text) {
  const values = new Map();
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf("\n", at);
    const line = text.slice(at, end === -1 ? text.length : end);
    const isComment = /^\s*[#;]/.test(line);
    const equals = line.indexOf("=");
    if (isComment || equals === -1) {
      at += line.length + 1;
      continue;
    }
    const { value, next } = valueAt(text, at + equals + 1);
    values.set(line.slice(0, equals).trim(), value);
    at = next;
  }
  return values;
}

/**
 * Reads a value up to the end of its line, or of the lines that its quotes and backslashes join.
 * @param {string} text
 * @param {number} from
 */
function valueAt(text, from) {
  let value = "";
  /** Length of the value without white space at its end. */
  let length = 0;
  let quote = "";
  let hasBegun = false;
  let at = from;
  for (; at < text.length; at += 1) {
    const char = text[at] ?? "";
    if (!quote && char === "\n") break;
    if (quote && char === quote) quote = "";
    else if (char === "\\" && quote !== "'") {
      at += 1;
      const next = text[at] ?? "";
      if (quote && next !== "\n" && !ESCAPED_IN_QUOTES.includes(next)) value += "\\";
      if (next !== "\n") value += next;
      if (!quote) hasBegun = true;
      length = value.length;
    } else if (!quote && !hasBegun && (char === "'" || char === '"')) quote = char;
    else if (quote || hasBegun || !/\s/.test(char)) {
      value += char;
      if (!quote) hasBegun = true;
      if (quote || !/\s/.test(char)) length = value.length;
    }
  }
  return { value: value.slice(0, length), next: at + 1 };
}
