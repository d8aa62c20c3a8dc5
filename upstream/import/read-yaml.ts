import { parseDocument, type YAMLParseError } from "yaml";
import { BadFile } from "./bad-file";

/** Messages by the parser's error codes. */
const FAULTS: Record<string, string> = {
  BAD_INDENT: "缩进不对",
  TAB_AS_INDENT: "用制表符缩进了，请改成空格",
  BLOCK_AS_IMPLICIT_KEY: "值里有冒号和空格，请用引号包起来",
  MISSING_CHAR: "缺少引号、括号或冒号",
  DUPLICATE_KEY: "同一个名字写了两次",
  BAD_ALIAS: "* 开头的值请用引号包起来",
  BAD_SCALAR_START: "值以特殊字符开头，请用引号包起来",
  MULTIPLE_DOCS: "里面又有一行 ---",
  MULTILINE_IMPLICIT_KEY: "名字不能跨行，可能是缺了冒号",
};
/** A single-line field whose value is neither quoted nor a list. */
const PLAIN = /^([A-Za-z_][\w-]*):[ \t]+(?!["'[{|>&])(.*\S)[ \t]*$/gm;
/** The fence precedes the first line of YAML. */
const LINES_BEFORE = 1;

/**
 * Parses a file's front matter. Unquoted titles with a colon are accepted if nothing else is wrong.
 * @throws BadFile with the error, and the line of the file
 */
export function readYaml(source: string): unknown {
  const { value, fault } = parse(source);
  if (!fault) return value;
  const quoted = source.replace(PLAIN, (_, name: string, written: string) => `${name}: ${JSON.stringify(written)}`);
  const again = parse(quoted);
  if (!again.fault) return again.value;
  throw new BadFile(`front matter 不是有效的 YAML：第 ${fault.line + LINES_BEFORE} 行，${fault.text}`);
}

function parse(source: string): { value: unknown; fault: { line: number; text: string } | null } {
  try {
    const document = parseDocument(source, { logLevel: "silent" });
    const [error] = document.errors;
    if (!error) return { value: document.toJS({ maxAliasCount: 100 }), fault: null };
    return { value: null, fault: { line: lineOf(error), text: textOf(error) } };
  } catch {
    return { value: null, fault: { line: 1, text: "引用太多" } };
  }
}

/** The parser reports a list that nothing closes as wrong indentation. */
const textOf = ({ code, message }: YAMLParseError): string =>
  code === "BAD_INDENT" && message.startsWith("Flow") ? "[ 或 { 没有闭合" : (FAULTS[code] ?? "写法不对");
const lineOf = (error: YAMLParseError): number => error.linePos?.[0].line ?? 1;
