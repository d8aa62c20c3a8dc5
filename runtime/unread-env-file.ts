/**
 * Problem of an ENV_FILE that nobody has read, so that the demo would start in place of the site; null if there is none.
 * Only `npm start`, `npm run admin` and the like read it, and then set it to empty.
 */
export function problemOfUnreadFile({ ENV_FILE }: Record<string, string | undefined>): string | null {
  if (!ENV_FILE) return null;
  return `ENV_FILE: 直接运行的程序不读 ${ENV_FILE}，请用 npm start 或 npm run，或由 node --env-file 读它并把 ENV_FILE 留空`;
}
