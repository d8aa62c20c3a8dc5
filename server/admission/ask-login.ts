import type { AppLoadContext } from "@remix-run/node";
import { userApi } from "#app/contract/people/user";
import { withToken } from "#app/server/cookies/session.server";
import { UpstreamError } from "#app/server/errors/upstream-error";
import { gateway } from "#app/server/gateway/gateway.server";

type Parts = { upstream: AppLoadContext["upstream"] | null; publicOrigin: string };

/**
 * Creates the check whether the upstream accepts a token as a login. The check throws UpstreamError when the upstream
 * can't be reached.
 */
export const createLoginAsker =
  ({ upstream, publicOrigin }: Parts) =>
  async (token: string, clientIp: string): Promise<boolean> => {
    const context: AppLoadContext = { ...(upstream ? { upstream } : {}), clientIp };
    const args = withToken({ request: new Request(publicOrigin), context }, token);
    try {
      await gateway(args).call(userApi.tokenQueryClientUser, {});
      return true;
    } catch (error) {
      if (error instanceof UpstreamError && error.code !== "NETWORK") return false;
      throw error;
    }
  };
