import type { Endpoint } from "#app/contract/endpoint";
import type { Memo } from "#app/contract/transport";
import type { Services, Viewer } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import { type AnyHandler, notImplemented } from "#upstream/call/implement";
import { requireCompleteProfile } from "#upstream/modules/zhiku/profile/require-complete";
import { refuseReadOnly } from "#upstream/policy/refuse-read-only";
import { requireStaff } from "#upstream/policy/require-staff";
import { refuseSanctioned } from "#upstream/policy/sanctions";
import { authenticate, type Login } from "./auth";

/** A call, before its input is read. */
type Admission = { services: Services; endpoint: Endpoint; handler: AnyHandler };

/**
 * Decides whether a call may be made, before its input is read, in this order: a login where one is needed; an
 * implementation, whatever rights it would ask for; a complete profile or the permission; a site that is not read-only,
 * so that members learn of that rather than of their own sanction; no sanction that bars this call.
 * @returns the viewer, with the staff role that the endpoint asks for
 * @throws BusinessError NOT_LOGIN, NOT_IMPLEMENTED, FORBIDDEN, and those of `requireCompleteProfile` and `requireStaff`
 */
export async function admit(
  { services, endpoint, handler }: Admission,
  login: Login | null,
  memo: Memo | null,
): Promise<Viewer | null> {
  if (endpoint.auth !== "anyone" && !login) throw new BusinessError("NOT_LOGIN");
  if (handler === notImplemented) await notImplemented();
  const viewer = login && (await withRights(services, endpoint, login, memo));
  refuseReadOnly(services, endpoint);
  if (login?.sanctioned) await refuseSanctioned(services, login, endpoint);
  return viewer;
}

/** Authenticates a token, once for all calls of a page. */
export function whoAsks(
  services: Services,
  { authorization, address }: { authorization: string | null; address: string },
  memo: Memo | null,
): Promise<Login | null> {
  if (authorization === null || memo === null) return authenticate(services, authorization, address);
  const known = memo.get(authorization) as Promise<Login | null> | undefined;
  if (known) return known;
  const found = authenticate(services, authorization, address);
  memo.set(authorization, found);
  return found;
}

async function withRights(
  services: Services,
  { method, auth, permission }: Endpoint,
  viewer: Viewer,
  memo: Memo | null,
): Promise<Viewer> {
  const shared = method === "GET" ? memo : null;
  if (auth === "profile") await requireCompleteProfile(services, viewer, shared);
  return permission ? await requireStaff(services, viewer, permission, shared) : viewer;
}
