import { MESSAGES } from "#app/contract/codes";
import type { Endpoint } from "#app/contract/endpoint";
import { queryObjApi } from "#app/contract/people/query-obj";
import { readInput } from "#app/contract/read-input";
import { tokenOf } from "#app/server/cookies/session.server";
import { env } from "#app/server/env.server";
import { UpstreamError } from "#app/server/errors/upstream-error";
import { clientAddressOf } from "#app/server/request/client-address.server";
import { deviceHeaderOf } from "#app/server/request/device.server";
import type { ServerArgs } from "#app/server/server-args.server";
import type { OutgoingCall } from "./transport.server";

/** Input of a call, untyped. */
export type AnyInput = { params?: unknown; query?: unknown; body?: unknown };

/**
 * Builds a call with the caller's token, address and device.
 * @throws UpstreamError NOT_LOGIN if a token is required and missing, INVALID_PARAMS for a body that the contract does
 * not allow
 */
export function outgoingCall(
  args: ServerArgs,
  endpoint: Endpoint,
  input: AnyInput,
): Omit<OutgoingCall, "signal" | "sent"> {
  const { request, context } = args;
  const name = `${endpoint.method} ${endpoint.path}`;
  const token = tokenOf(request);
  if (endpoint.auth !== "anyone" && !token) throw new UpstreamError("NOT_LOGIN", MESSAGES.NOT_LOGIN, null, name);
  const headers: Record<string, string> = { accept: endpoint.reply === "blob" ? "*/*" : "application/json" };
  if (token) headers.authorization = `Bearer ${token}`;
  if (context.requestId) headers["x-request-id"] = context.requestId;
  const address = clientAddressOf({ request, context });
  if (address) headers["x-client-ip"] = address;
  // Zhiku requires the device. It is also stored with a login, and WeChat's login ends in a GET.
  const wanted = endpoint.path.startsWith("/api/pro/") || endpoint.method !== "GET" || endpoint === queryObjApi.get;
  if (wanted) headers["x-device"] = deviceHeaderOf(request);
  const body = input.body === undefined ? null : JSON.stringify(bodyOf(endpoint, input.body, name));
  if (body !== null) headers["content-type"] = "application/json";
  const [params, query] = [textsOf(input.params), textsOf(input.query)];
  return { name, method: endpoint.method, target: targetOf(endpoint, input), params, query, headers, body };
}

/**
 * Body as the contract has it: ids as numbers, texts trimmed. A separate upstream may take what it gets as it is; ours
 * reads each body itself, so in this process it is not read twice.
 */
function bodyOf({ body }: Endpoint, given: unknown, name: string): unknown {
  if (!body || env().upstreamUrl === null) return given;
  const read = readInput(body, given);
  if (!read.fields) return read.data;
  throw new UpstreamError("INVALID_PARAMS", MESSAGES.INVALID_PARAMS, { fields: read.fields }, name);
}

/** Path and query of a call, e.g. `/api/article/12?page=2`. */
export function targetOf(endpoint: Endpoint, input: AnyInput): string {
  const params = textsOf(input.params);
  const path = endpoint.path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ""));
  const search = new URLSearchParams(textsOf(input.query)).toString();
  return search ? `${path}?${search}` : path;
}

/** Values as strings for a URL. */
function textsOf(given: unknown): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [key, value] of Object.entries((given ?? {}) as Record<string, unknown>)) {
    if (value !== undefined && value !== null && value !== "") texts[key] = String(value);
  }
  return texts;
}
