import type { AiPolicy } from "#app/server/env.server";

/**
 * Names by which crawlers and products of AI look for themselves in robots.txt, as their makers say: those that gather texts
 * to train models …
 */
const TRAINING = [
  "AI2Bot",
  "Amazonbot",
  "anthropic-ai",
  "Applebot-Extended",
  "Bytespider",
  "CCBot",
  "ClaudeBot",
  "cohere-training-data-crawler",
  "Diffbot",
  "FacebookBot",
  "Google-Extended",
  "GPTBot",
  "meta-externalagent",
  "PanguBot",
  "Timpibot",
  "webzio-extended",
];
/** … and those that fetch pages to answer somebody, and name them. */
const ANSWERING = [
  "ChatGPT-User",
  "Claude-SearchBot",
  "Claude-User",
  "DuckAssistBot",
  "meta-externalfetcher",
  "MistralAI-User",
  "OAI-SearchBot",
  "Perplexity-User",
  "PerplexityBot",
  "YouBot",
];

/** Lines of robots.txt that ask crawlers of AI to stay away; none where they are asked nothing. */
export function linesForAi(policy: AiPolicy): string[] {
  const away = { all: [], search: TRAINING, none: [...TRAINING, ...ANSWERING] }[policy];
  return away.length === 0 ? [] : [...away.map((name) => `User-agent: ${name}`), "Disallow: /", ""];
}
