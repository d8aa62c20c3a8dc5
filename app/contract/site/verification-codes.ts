import { z } from "zod";
import { type SearchEngine, searchEngines } from "./search-engines";

const CONTENT = /content\s*=\s*["']?([^"'\s>]+)/i;

/** A code as an engine gives it, or its whole `<meta>` tag; empty for none. */
const code = z
  .string()
  .max(1_000, "太长了，只要 content 里的那一串")
  .transform((text) => (text.includes("<") ? (CONTENT.exec(text)?.[1] ?? text) : text).trim())
  .refine((text) => /^[\w.=+/-]{0,200}$/.test(text), "只要 content 里的那一串字母和数字，或整个 <meta> 标签");

/** Codes by engine. */
export const verificationCodes = z.object(
  Object.fromEntries(searchEngines.map((engine) => [engine, code.default("")])) as Record<
    SearchEngine,
    z.ZodDefault<typeof code>
  >,
);
