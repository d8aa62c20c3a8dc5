import { withQuery } from "#app/paths";

/** URLs that an editor's scripts call; those of its pages are in `paths`. */
export const writePaths = {
  upload: () => "/write/upload",
  preview: () => "/write/preview",
  similar: (title: string) => withQuery("/write/similar", { title }),
  tags: (q: string) => withQuery("/write/tags", { q }),
  /** `question` is the short id of the question being answered. */
  mentions: (q: string, question: string | null) => withQuery("/write/mentions", { q, question }),
  /** Handles the form of an editor's page for scripts. */
  submit: (editor: string) => editor.replace(/^\/write\/\w+/, "$&.json"),
  /** Drafts of the text of an editor's page; `slot` is one of several new texts. */
  draft: (editor: string, slot: string) => withQuery(editor.replace("/write/", "/write/draft/"), { draft: slot }),
};
