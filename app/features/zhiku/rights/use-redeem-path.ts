import { useRoot } from "#app/hooks/root";
import { paths } from "#app/paths";

/** Path to the form for redeem codes, for anonymous readers by way of the login; `back` is the document to return to. */
export function useRedeemPath(back: string | undefined): string {
  const redeem = paths.zhikuOrders({ back });
  return useRoot()?.viewer ? redeem : paths.login(redeem);
}
