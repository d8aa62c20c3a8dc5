import { createHash } from "node:crypto";

/** Computes a page's proof of work, like its script. */
export function solve({ salt, hash, max }: { salt: string; hash: string; max: number }): number {
  for (let number = 0; number < max; number += 1) {
    if (createHash("sha256").update(`${salt}${number}`).digest("hex") === hash) return number;
  }
  throw new Error("the work has no solution");
}

/** The proof of work that a page asks for; null if none. */
export function workIn(html: string): { salt: string; hash: string; max: number; to: string } | null {
  const found = /data-salt="([^"]+)" data-hash="([^"]+)" data-max="(\d+)"[\s\S]*name="to" value="([^"]*)"/.exec(html);
  if (!found) return null;
  const [, salt = "", hash = "", max = "", to = ""] = found;
  return { salt, hash, max: Number(max), to: to.replaceAll("&amp;", "&") };
}
