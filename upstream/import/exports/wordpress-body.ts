import { markdownOfHtml, pictureMarkdown } from "#app/contract/html-markdown";
import { parseHtml } from "./parse-html";

const CODE = /\[(code|sourcecode|php|css|html|xml|js|javascript|bash|sql|python|java)([^\]]*)\]([\s\S]*?)\[\/\1\]/gi;
const LANGUAGE = /\blang(?:uage)?=["']?([\w+#-]+)/i;
/** Around a picture and its words, or an address that is shown where it stands. */
const WRAPPERS = /\[\/?(?:caption|wp_caption|embed|audio|video|playlist)\b[^\]\n]{0,1000}\]/gi;
const OTHERS = /\[(?:gallery|contact-form(?:-7)?|wpforms|vc_\w+|et_pb_\w+|shortcode)\b[^\]\n]{0,1000}\]/gi;
/** Blocks of its editor have paragraphs of their own. */
const IN_BLOCKS = /<!-- wp:/;

/**
 * Markdown of a text of WordPress: HTML of its editor of blocks, or such as people type, where an empty line is a paragraph.
 * @param site address to which addresses without a host belong
 * @param unknown is told of each tag that has no counterpart; it stays as it is
 */
export function wordpressMarkdown(content: string, site: string, unknown: (tag: string) => void): string {
  const html = content
    .replace(CODE, (_, name: string, attributes: string, code: string) => {
      const language = /code$/i.test(name) ? (LANGUAGE.exec(attributes)?.[1] ?? "") : name;
      return `<pre><code class="language-${language || "none"}">${escapeHtml(code.trim())}</code></pre>`;
    })
    .replace(WRAPPERS, (tag) => (/^\[\//.test(tag) ? "" : (/\bsrc="(https?:[^"]+)"/.exec(tag)?.[1] ?? "")));
  for (const [tag] of html.matchAll(OTHERS)) unknown(tag.slice(0, 60));
  return markdownOfHtml(parseHtml(html, { typed: !IN_BLOCKS.test(content) }), (src, alt) => {
    const address = URL.canParse(src, site) ? new URL(src, site).href : "";
    return /^(?:https?|data):/.test(address) ? pictureMarkdown(address, alt) : null;
  });
}

/** As it is shown; what is already written in entities stays so. */
const escapeHtml = (code: string): string => code.replace(/</g, "&lt;").replace(/>/g, "&gt;");
