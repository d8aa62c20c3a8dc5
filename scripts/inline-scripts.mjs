// Inline scripts: `import text from "./first?inline"` returns esbuild's bundle of that module as text. Only the server
// uses it; in the browser build the text is empty.
import { dirname, resolve } from "node:path";
import { build } from "esbuild";

const SUFFIX = "?inline-script";
const NAME = "\0inline-script:";

/**
 * @param {{ alias: Record<string, string>, define: Record<string, string> }} options as Vite's own
 * @returns {import("vite").Plugin}
 */
export const inlineScripts = ({ alias, define }) => ({
  name: "inline-scripts",
  enforce: "pre",
  resolveId(id, importer) {
    if (!id.endsWith(SUFFIX) || !importer) return null;
    const path = id.slice(0, -SUFFIX.length);
    const [name = "", ...rest] = path.split("/");
    const folder = alias[name];
    return `${NAME}${folder ? resolve(folder, ...rest) : resolve(dirname(importer), path)}.ts`;
  },
  async load(id, { ssr = false } = {}) {
    if (!id.startsWith(NAME)) return null;
    if (!ssr) return 'export default " ";';
    const file = id.slice(NAME.length);
    const { outputFiles, metafile } = await build({
      entryPoints: [file],
      bundle: true,
      write: false,
      minify: true,
      metafile: true,
      format: "iife",
      target: "es2022",
      charset: "utf8",
      legalComments: "none",
      alias,
      define: { ...define, "import.meta.env.SSR": "false" },
    });
    for (const input of Object.keys(metafile.inputs)) this.addWatchFile(resolve(input));
    const text = outputFiles[0]?.text.trim() ?? "";
    if (/<\/script|<!--/i.test(text)) throw new Error(`${file}: would end the script that it stands in`);
    return `export default ${JSON.stringify(text)};`;
  },
});
