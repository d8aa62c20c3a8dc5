import type { Author } from "#app/contract/common";
import { NAME_TO_CALL } from "#app/contract/text/name-to-call";
import type { Selected, TextEdit } from "#app/features/write/text/text-edit";
import { MentionMenu } from "#app/features/write/tools/mention-menu";
import editorStyles from "#app/styles/editor.css?url";

const CALLABLE = new RegExp(`^${NAME_TO_CALL}$`, "u");
const isCallable = ({ nickname }: Author): boolean => CALLABLE.test(nickname);

/** Inserts a name, by which its person is notified: a comment has no markup. */
function completeName({ start }: Selected, from: number, { nickname }: Author): TextEdit {
  const insert = `@${nickname} `;
  return { from, to: start, insert, start: from + insert.length, end: from + insert.length };
}

/** Autocompletes the names of people in a comment. */
export function CommentMentions({ id, textarea }: { id: string; textarea: HTMLTextAreaElement }) {
  return (
    <>
      <link rel="stylesheet" href={editorStyles} />
      <MentionMenu id={id} textarea={textarea} fits={isCallable} complete={completeName} />
    </>
  );
}
