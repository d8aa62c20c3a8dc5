import { markdownOfHtml, pictureMarkdown } from "#app/contract/text/html-markdown";
import { parseHtml } from "./parse-html";

const CODE = /\[(code|sourcecode|php|css|html|xml|js|javascript|bash|sql|python|java)([^\]]*)\]([\s\S]*?)\[\/\1\]/gi;
const LANGUAGE = /\blang(?:uage)?=["']?([\w+#-]+)/i;
/** Shortcodes around a picture and its caption, or an embedded URL. */
const WRAPPERS = /\[\/?(?:caption|wp_caption|embed|audio|video|playlist)\b[^\]\n]{0,1000}\]/gi;
const OTHERS = /\[(?:gallery|contact-form(?:-7)?|wpforms|vc_\w+|et_pb_\w+|shortcode)\b[^\]\n]{0,1000}\]/gi;
/** Blocks of its editor contain their own paragraphs. */
const IN_BLOCKS = /<!-- wp:/;

/**
 * Converts a WordPress text to Markdown: HTML of its block editor, or handwritten HTML in which an empty line separates
 * paragraphs.
 * @param site base URL for relative URLs
 * @param unknown receives each tag without a counterpart; it is kept as is
 */
export function wordpressMarkdown(content: string, site: string, unknown: (tag: string) => void): string {
  const html = content
    .replace(CODE, (_, name: string, attributes: string, code: string) => {
      const language = /code$/i.test(name) ? (LANGUAGE.exec(attributes)?.[1] ?? "") : name;
      return `<pre><code class="language-${language || "none"}">${escapeHtml(code.trim())}</code></pre>`;
    })
    .replace(WRAPPERS, (tag) => (/^\[\//.test(tag) ? "" : (/\bsrc="(https?:[^"]+)"/.exec(tag)?.[1] ?? "")));
  for (const [tag] of html.matchAll(OTHERS)) unknown(tag.slice(0, 60));
  return markdownOfHtml(parseHtml(html, { base: site, typed: !IN_BLOCKS.test(content) }), (src, alt) => {
    const address = URL.canParse(src, site) ? new URL(src, site).href : "";
    return /^(?:https?|data):/.test(address) ? pictureMarkdown(address, alt) : null;
  });
}

/** Escapes displayed text; existing entities are kept. */
const escapeHtml = (code: string): string => code.replace(/</g, "&lt;").replace(/>/g, "&gt;");
