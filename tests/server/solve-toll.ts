import { createHash } from "node:crypto";

/** Solves a page's challenge, like its script. */
export function solve({ salt, hash, max }: { salt: string; hash: string; max: number }): number {
  for (let number = 0; number < max; number += 1) {
    if (createHash("sha256").update(`${salt}${number}`).digest("hex") === hash) return number;
  }
  throw new Error("the challenge has no solution");
}

/** The challenge in a page; null if none. */
export function challengeIn(html: string): { salt: string; hash: string; max: number; to: string } | null {
  const found = /data-salt="([^"]+)" data-hash="([^"]+)" data-max="(\d+)"[\s\S]*name="to" value="([^"]*)"/.exec(html);
  if (!found) return null;
  const [, salt = "", hash = "", max = "", to = ""] = found;
  return { salt, hash, max: Number(max), to: to.replaceAll("&amp;", "&") };
}
