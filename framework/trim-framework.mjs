// What readers load of Remix, without the parts that this app has switched off. Remix asks for its flags where it
// runs, so a bundler has to keep both ways; and its names for React's developer tools (`Link.displayName = …`) are
// statements, which keep components alive that nobody uses. With the flags as constants and without those names, Rollup
// finds the rest by itself.
import remixConfig from "../remix.config.js";

const FRAMEWORK = /[\\/]node_modules[\\/](?:@remix-run[\\/]react|react-router|react-router-dom)[\\/]dist[\\/]/;
const DISPLAY_NAME = /^\s*\w+\.displayName = "[^"]*";$/gm;
const FLAG = /(?<![\w.])(?:[\w.]+\.)?future\.(v3_\w+)\b/g;
const SPA_MODE = /\bwindow\.__remixContext\.isSpaMode\b/g;

/** Remix's pages for apps without their own: in English, with the error's stack, and with all of its `<Scripts>`. */
const DEFAULT_PAGES = /^function RemixRootDefaultErrorBoundary\([\s\S]*(?=^export )/m;
/** Instead, what is left to say when the layout itself has failed in the browser. */
const LAST_RESORT = `function RemixRootDefaultErrorBoundary({ error }) {
  console.error(error);
  return React.createElement("html", { lang: "zh-CN" },
    React.createElement("head", null, React.createElement("title", null, "页面出错了")),
    React.createElement("body", null, "页面出错了，请", React.createElement("a", { href: "" }, "重新加载"), "。"));
}
function BoundaryShell() {
  return null;
}
`;

/**
 * For the browser's build only.
 * @returns {import("vite").Plugin}
 */
export function trimFramework() {
  const flags = new Map(Object.entries(remixConfig.future ?? {}));
  return {
    name: "trim-framework",
    apply: "build",
    transform(code, id, options) {
      if (options?.ssr || !FRAMEWORK.test(id)) return undefined;
      if (id.endsWith("errorBoundaries.js") && !DEFAULT_PAGES.test(code)) throw new Error(`${id}: no default pages`);
      const trimmed = code
        .replace(DEFAULT_PAGES, LAST_RESORT)
        .replace(DISPLAY_NAME, "")
        .replace(FLAG, (_, flag) => String(flags.get(flag) ?? false))
        .replace(SPA_MODE, "false");
      return { code: trimmed, map: null };
    },
  };
}
