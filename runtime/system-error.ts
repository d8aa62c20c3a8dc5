/** Words for the operator for what the operating system refuses, by its code. */
const WORDS: Readonly<Record<string, string>> = {
  ENOSPC: "盘满了，腾出空间后再试",
  EDQUOT: "盘满了，腾出空间后再试",
  ENOENT: "没有这个文件或文件夹",
  ENOTDIR: "路径里有一段不是文件夹",
  EISDIR: "这是一个文件夹，不是文件",
  EACCES: "没有权限",
  EPERM: "没有权限",
  EROFS: "盘是只读的",
  EMFILE: "打开的文件太多了",
};

/** Codes of SQLite and of PostgreSQL for a full disk. */
const SQLITE_FULL = 13;
const POSTGRES_FULL = "53100";

type SystemError = { code?: unknown; errcode?: unknown; path?: unknown; message?: unknown };

/** Whether there is no space, as told by the system, by better-sqlite3, by Node's SQLite, or by PostgreSQL. */
export function isDiskFull(error: unknown): boolean {
  const { code, errcode } = (error ?? {}) as SystemError;
  return ["ENOSPC", "EDQUOT", "SQLITE_FULL", POSTGRES_FULL].some((one) => code === one) || errcode === SQLITE_FULL;
}

/** Chinese words for what the system refused, with its path; null for any other error, or one that says it in Chinese. */
export function systemWords(error: unknown): string | null {
  const { code, path, message } = (error ?? {}) as SystemError;
  if (/\p{Script=Han}/u.test(String(message).replace(String(path), ""))) return null;
  const words = isDiskFull(error) ? WORDS.ENOSPC : WORDS[String(code)];
  if (words === undefined) return null;
  return typeof path === "string" ? `${words}：${path}` : words;
}
