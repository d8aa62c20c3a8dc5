import { accountApi } from "#app/contract/people/account";
import type { CallOptions, TestUpstream } from "./harness";

type Row = Record<string, unknown>;

/** Everything stored about a caller, as they can download it. */
export async function exportOf(
  upstream: Pick<TestUpstream, "call">,
  options: CallOptions = {},
): Promise<{ exportedAt: string; account: Row } & Record<string, Row[]>> {
  const bytes = (await upstream.call(accountApi.export, {}, options)) as ArrayBuffer;
  return JSON.parse(new TextDecoder().decode(bytes));
}
