import { toast } from "#app/components/ui/toast";
import { paths } from "#app/paths";

type Refusal = { code: string; message: string };

/**
 * Shows a toast that explains a refusal to a member who stays on the page. If the login has ended, it opens the login
 * dialog instead and leaves the page as it is. Refusals that have a page of their own never get here (`ownPage`).
 * @param reaction the refused reaction, to be carried out after the login
 */
export function tellRefusal({ code, message }: Refusal, reaction = ""): void {
  if (code === "NOT_LOGIN") askForLogin(reaction);
  else toast(message);
}

/** Acts as if a link that requires a login had been followed; `LoginGate` picks it up. */
function askForLogin(reaction: string): void {
  const link = document.createElement("a");
  link.href = paths.login(location.pathname + location.search);
  link.dataset.login = reaction;
  document.body.append(link);
  link.click();
  link.remove();
}
