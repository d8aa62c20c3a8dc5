import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const image = readFileSync("Dockerfile", "utf8");
const folders = (/^RUN mkdir (.+?) &&/m.exec(image)?.[1] ?? "").split(" ");

test.each(["small", "large"])("volumes of compose.%s.yaml belong to the user that the site runs as", (name) => {
  const compose = readFileSync(`deploy/compose.${name}.yaml`, "utf8");
  const [service = ""] = /^ {2}shequ:\n(?: {4}.*\n)+/m.exec(compose) ?? [];
  const mounted = [...service.matchAll(/^ {6}- \w+:(\/\S+)$/gm)].map(([, folder]) => folder);
  expect(mounted, "the database's copies and archives are larger than memory").toContain("/data");
  expect(service).toMatch(/^ {4}tmpfs: \[\/tmp\]$/m);
  for (const folder of mounted) expect(folders).toContain(folder);
  expect(image).toContain(`&& chown node:node ${folders.join(" ")}\n`);
});

test("no proxy or container is told by /readyz that a site is down that can be read", () => {
  const asked = ["Dockerfile", "deploy/Caddyfile", "deploy/compose.small.yaml", "deploy/compose.large.yaml"]
    .map((file) => readFileSync(file, "utf8").replace(/^\s*#.*$/gm, ""))
    .join("\n");
  expect(asked).not.toContain("/readyz");
  expect(asked.match(/\/healthz/g)).toHaveLength(2);
});
