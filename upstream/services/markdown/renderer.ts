import MarkdownIt, { type Token } from "markdown-it";
import cjkFriendly from "markdown-it-cjk-friendly";
import highlighted from "markdown-it-mark";
import { countWords } from "#app/contract/text/count-words";
import type { Site } from "#upstream/text/web-address";
import { bareAddresses } from "./bare-addresses";
import { callouts } from "./callouts";
import { chineseLineBreaks } from "./chinese-line-breaks";
import { codeBlocks } from "./code-blocks";
import { details } from "./details";
import { type FootnoteEnv, footnotes, noteIdsOf } from "./footnotes";
import { type FormulaEnv, formulas } from "./formulas";
import { harmlessTags } from "./harmless-tags";
import { headings } from "./headings";
import { loadLanguages } from "./highlight";
import { type KnownPictures, knownPictures } from "./known-pictures";
import { linkLabels } from "./link-labels";
import { type LinkEnv, links } from "./links";
import type { Heading, Markdown } from "./markdown";
import { loadFormulas } from "./mathml";
import { nesting } from "./nesting";
import { type PictureEnv, pictures } from "./pictures";
import { plainInline } from "./plain-inline";
import { excerptOf, plainText } from "./plain-text";
import { quotes } from "./quotes";
import { tables } from "./tables";
import { taskLists } from "./task-lists";
import { textAddresses } from "./text-addresses";

type Env = PictureEnv &
  LinkEnv &
  FootnoteEnv &
  FormulaEnv & { headings?: Heading[]; languages?: string[]; anchors?: boolean };

/** Maximum pictures per text whose sizes are looked up. */
const SIZED_MAX = 200;

/**
 * Creates the renderer of user Markdown. Raw HTML never passes: `html` is off, so every `<` in the output was written
 * by a rule of this folder or of markdown-it, or is MathML validated by one of these rules.
 */
export function createMarkdown(given: KnownPictures, site: Site): Markdown {
  const md = new MarkdownIt({ html: false, linkify: true, breaks: false });
  const readAddress = textAddresses(md, site);
  md.use(nesting)
    .use(quotes)
    .use(plainInline)
    .use(linkLabels)
    .use(cjkFriendly)
    .use(highlighted)
    .use(formulas)
    .use(callouts)
    .use(details)
    .use(footnotes)
    .use(harmlessTags)
    .use(chineseLineBreaks)
    .use(links, readAddress)
    .use(bareAddresses)
    .use(taskLists)
    .use(headings)
    .use(tables)
    .use(pictures, readAddress)
    .use(codeBlocks);

  const rendererOf = (known: KnownPictures): Markdown => ({
    plain: (source) => plainText(md.parse(source, {})),
    async render(source, { anchors = true } = {}) {
      const env: Env = anchors ? {} : { anchors, noteIds: noteIdsOf(source) };
      const tokens: Token[] = md.parse(source, env);
      const shown = env.pictures ?? [];
      const keys = [...new Set(shown.map(({ key }) => key))].slice(0, SIZED_MAX);
      env.sizes = keys.length === 0 ? new Map() : await known.sizes(keys);
      await loadLanguages(env.languages ?? []);
      if (env.hasFormulas) await loadFormulas();
      const plain = plainText(tokens);
      const html = md.renderer.render(tokens, md.options, env);
      await known.keep(html);
      return {
        html,
        excerpt: excerptOf(tokens),
        headings: env.headings ?? [],
        plain,
        length: countWords(plain),
        firstImage: shown[0]?.url ?? null,
        externalLinks: [...(env.external ?? [])],
      };
    },
    within: (db) => rendererOf(knownPictures(db)),
  });
  return rendererOf(given);
}
