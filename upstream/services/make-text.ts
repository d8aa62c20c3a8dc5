import type { Markdown, Rendered } from "./markdown/markdown";
import type { CutText } from "./search/cut-text";
import type { Search } from "./search/search";

/** Everything computed from a text's Markdown before it is stored; slow. */
export type MadeText = {
  rendered: Rendered;
  /** Tokens of the rendered text and its title, for the search. */
  cut: CutText;
};

/** Services needed to render texts. */
export type MakingServices = { markdown: Pick<Markdown, "render">; search: Pick<Search, "cut"> };

/** Options for rendering a text; `title` if it has one. */
export type MakeOptions = { anchors: boolean; title?: string };

/** Computes everything that is stored with a text from its Markdown. */
export async function makeText(
  { markdown, search }: MakingServices,
  source: string,
  { title, ...options }: MakeOptions,
): Promise<MadeText> {
  const rendered = await markdown.render(source, options);
  return { rendered, cut: await search.cut(rendered.plain, title) };
}
