import type { AiPolicy } from "#app/server/env.server";

/**
 * User agent tokens of AI crawlers for robots.txt, as published by their operators: those that gather training data …
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
/** … and those that fetch pages to answer a question and cite them. */
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

/** Lines of robots.txt that ask AI crawlers to stay away; none if the policy allows all. */
export function linesForAi(policy: AiPolicy): string[] {
  const away = { all: [], search: TRAINING, none: [...TRAINING, ...ANSWERING] }[policy];
  return away.length === 0 ? [] : [...away.map((name) => `User-agent: ${name}`), "Disallow: /", ""];
}
