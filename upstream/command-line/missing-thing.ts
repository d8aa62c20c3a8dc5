import { MESSAGES } from "#app/contract/codes";
import { everyKind, KINDS, type Kind } from "#app/contract/kinds";
import type { Refusal } from "./as-staff";
import type { Options } from "./command";

/** Default messages of the upstream, which leave open what is missing: a page's address says it, a terminal doesn't. */
const VAGUE: readonly string[] = [MESSAGES.NOT_FOUND, MESSAGES.DOCUMENT_NOT_EXIST];

/** A command, with what was typed after its name. */
type Typed = { usage: string; words: readonly string[]; options: Options };

/**
 * Message that names, as typed, what the site does not have: 订单不存在：2026…; empty if the refusal is another one, or
 * the command names no single thing.
 */
export function missingThing({ message }: Refusal, { usage, words, options }: Typed): string {
  if (!VAGUE.includes(message)) return "";
  const [first = "", second] = words;
  const [, byId] = /--id ([^\s|\]]+)/.exec(usage) ?? [];
  if (byId && options.id) return missing(byId.replace(/编号$/, ""), options.id);
  if (everyKind.includes(first as Kind)) return second ? missing(KINDS[first as Kind].name, second) : "";
  const [, byWord] = /^(\p{Script=Han}+?)号?(?: |$)/u.exec(usage) ?? [];
  return byWord && first ? missing(byWord, first) : "";
}

const missing = (noun: string, named: string): string => `${noun}不存在：${named}`;
