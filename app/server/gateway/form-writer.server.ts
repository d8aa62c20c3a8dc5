import type { CallData, CallInput } from "#app/contract/endpoint";
import { userApi } from "#app/contract/people/user";
import { tokenOf } from "#app/server/cookies/session.server";
import { UpstreamError } from "#app/server/errors/upstream-error";

const writers = new WeakMap<Request, number>();

/** Remembers for which member the submitted form was rendered. */
export const noteWriter = (request: Request, writer: number): void => void writers.set(request, writer);

type AskViewer = (
  endpoint: typeof userApi.tokenQueryClientUser,
  input: CallInput<typeof userApi.tokenQueryClientUser>,
) => Promise<CallData<typeof userApi.tokenQueryClientUser>>;

/**
 * Refuses a write of a form that was rendered for another member than the one who is logged in now, which happens when
 * somebody changes accounts in another tab. The returned form names the present member, so that sending it again is
 * meant. Whether there is a login at all is left to the upstream.
 * @throws UpstreamError OTHER_ACCOUNT with the present member's id as `data.writer`
 */
export async function refuseOtherAccount(request: Request, ask: AskViewer, endpoint: string): Promise<void> {
  const refusal = await otherAccount(request, ask, endpoint);
  if (refusal) throw refusal;
}

/** That refusal; null if the form was rendered for the present member, or there is none. */
export async function otherAccount(request: Request, ask: AskViewer, endpoint: string): Promise<UpstreamError | null> {
  const writer = writers.get(request);
  if (writer === undefined || !tokenOf(request)) return null;
  const viewer = await ask(userApi.tokenQueryClientUser, {}).catch((error: unknown) => {
    if (error instanceof UpstreamError) return null;
    throw error;
  });
  if (!viewer || viewer.userId === writer) return null;
  return new UpstreamError("OTHER_ACCOUNT", changedAccount(viewer.nickname), { writer: viewer.userId }, endpoint);
}

const changedAccount = (nickname: string): string =>
  `这是用另一个账号填的，现在登录的是“${nickname}”，还没有提交。换回原来的账号再提交，或者再按一次，用现在的账号提交`;
