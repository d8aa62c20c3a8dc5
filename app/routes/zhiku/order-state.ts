import type { LoaderFunctionArgs } from "@remix-run/node";
import { zhikuOrderApi } from "#app/contract/zhiku/order";
import { gateway } from "#app/server/gateway/gateway.server";
import { requireUser } from "#app/server/viewer.server";

/** Returns an order's state to a page that waits for its payment: `{ state }`; null if there is no such order. */
export async function loader(args: LoaderFunctionArgs) {
  await requireUser(args);
  const query = { orderNo: args.params.orderNo ?? "" };
  const { list } = await gateway(args).load(zhikuOrderApi.list, { query });
  return Response.json({ state: list[0]?.state ?? null });
}
