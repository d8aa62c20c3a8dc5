import { ABOUT_FORMS } from "./system-messages/about-forms";
import { ABOUT_LOGINS } from "./system-messages/about-logins";
import { ABOUT_PEOPLE } from "./system-messages/about-people";
import { ABOUT_TEXTS } from "./system-messages/about-texts";
import { ABOUT_ZHIKU } from "./system-messages/about-zhiku";
import type { Sent, SystemWords } from "./system-messages/system-words";

/** Each kind of message, with what it takes and what it says. */
const MESSAGES = {
  ...ABOUT_TEXTS,
  ...ABOUT_FORMS,
  ...ABOUT_PEOPLE,
  ...ABOUT_LOGINS,
  ...ABOUT_ZHIKU,
} satisfies Record<string, (message: never, sent: Sent) => SystemWords>;
type Messages = typeof MESSAGES;

/** System message to somebody: its kind, and what its function in `system-messages/` takes. */
export type SystemMessage = {
  [Kind in keyof Messages]: { kind: Kind } & Parameters<Messages[Kind]>[0];
}[keyof Messages];

/** Title, excerpt and path of a message. */
export function systemWords(message: SystemMessage, sent: Sent): SystemWords {
  // The compiler can't see that the function and the message are of the same kind.
  const write = MESSAGES[message.kind] as (message: SystemMessage, sent: Sent) => SystemWords;
  return write(message, sent);
}
