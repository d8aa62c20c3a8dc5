import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Answers without a page that browsers always ask for by a full load: files for machines, downloads, ways to WeChat. */
const NEVER_NAVIGATED =
  /^(?:feed:|routes\/(?:machines\/|login-weixin$|wechat-author$|account\/(?:export|bind-weixin)$))/;
const START = "window.__remixManifest=";

/**
 * Takes the routes that no script ever goes to out of the list that every reader loads. The server keeps its own.
 * @param {string} folder the built client
 */
export function trimManifest(folder) {
  const assets = join(folder, "assets");
  for (const name of readdirSync(assets).filter((file) => /^manifest-\w+\.js$/.test(file))) {
    const text = readFileSync(join(assets, name), "utf8");
    if (!text.startsWith(START)) throw new Error(`${name}: not a manifest of Remix`);
    const manifest = JSON.parse(text.slice(START.length).replace(/;\s*$/, ""));
    for (const id of Object.keys(manifest.routes)) if (NEVER_NAVIGATED.test(id)) delete manifest.routes[id];
    writeFileSync(join(assets, name), `${START}${JSON.stringify(manifest)};`);
  }
}
