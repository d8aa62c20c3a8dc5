import { toast } from "#app/components/ui/toast";
import { paths } from "#app/paths";

type Refusal = { code: string; message: string };

/**
 * Tells a member who stays on the page why something was refused: by a toast. Whose login has ended is asked to log in
 * instead, and nothing on the page is touched. What a page of its own tells never gets here (`ownPage`).
 * @param reaction what was refused, where it is to be done after the login
 */
export function tellRefusal({ code, message }: Refusal, reaction = ""): void {
  if (code === "NOT_LOGIN") askForLogin(reaction);
  else toast(message);
}

/** As if a link had been followed that needs a login: `LoginGate` notices it. */
function askForLogin(reaction: string): void {
  const link = document.createElement("a");
  link.href = paths.login(location.pathname + location.search);
  link.dataset.login = reaction;
  document.body.append(link);
  link.click();
  link.remove();
}
