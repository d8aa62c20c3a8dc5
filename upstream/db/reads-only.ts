/** Beginnings of statements that read, and words without which they neither write nor lock rows. */
const READS = /^\s*(?:select|with)\b/i;
const WRITES = /\b(?:insert|update|delete|replace)\b/i;

/** Whether a statement certainly changes nothing. */
export const readsOnly = (sql: string): boolean => READS.test(sql) && !WRITES.test(sql);
