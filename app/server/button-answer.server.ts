import { redirect } from "@remix-run/node";
import { paths } from "#app/paths";
import { type ActionAnswer, isPlainForm, scriptAnswer } from "./action-answer.server";
import { setFlash } from "./flash.server";

type Told = {
  /** The page with the button. */
  back: string;
  /** Message that is shown there once it is done; none where the page shows it. */
  done?: string;
  /** Fields that go along where a login is wanted first. */
  cookie?: string | null;
};

/**
 * Response to the form of a button: data for our scripts; without them the page that it stands on, with a
 * message. Who has to log in first is led there and back, without a word.
 */
export function answerButton(request: Request, answer: ActionAnswer<unknown>, { back, done, cookie }: Told) {
  const headers = new Headers();
  const login = !answer.ok && answer.code === "NOT_LOGIN";
  if (login && cookie) headers.append("set-cookie", cookie);
  if (!isPlainForm(request)) return scriptAnswer(answer, headers);
  if (login) return redirect(paths.login(back), { headers });
  const flash = answer.ok ? done && { kind: "success" as const, message: done } : refused(answer.message);
  if (flash) headers.append("set-cookie", setFlash(flash));
  return redirect(back, { headers });
}

const refused = (message: string) => ({ kind: "error" as const, message });
