import { lookup as resolveHost } from "node:dns/promises";
import * as http from "node:http";
import * as https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { isPublicAddress } from "./public-address";

/** Refusal to fetch a user-supplied URL, with a message for that user. */
export class FetchRefused extends Error {
  override name = "FetchRefused";
  constructor(
    message: string,
    /** Whether another attempt may succeed: the other site did not answer. */
    readonly passing = false,
  ) {
    super(message);
  }
}

/** Fetched bytes, and the URL after all redirects. */
export type Fetched = { bytes: Buffer; contentType: string; url: string };
/** Fetches a user-supplied URL. @throws FetchRefused */
export type GuardedFetch = (
  url: string,
  wanted: { bytesMax: number; timeout: number; accepts: RegExp; accept: string },
) => Promise<Fetched>;

type Address = { address: string; family: number };
type Surroundings = {
  /** Resolves a host name to addresses. */
  resolve?: (host: string) => Promise<readonly Address[]>;
  isAllowed?: (address: string) => boolean;
  isPort?: (port: number) => boolean;
};

const REDIRECTS_MAX = 5;
const WEB_PORTS = new Set([80, 443, 8080, 8443]);
const AGENT = "Mozilla/5.0 (compatible; Shequ; pictures of texts)";
/** Idle connections kept open per host. */
const SOCKETS = 8;

/**
 * Creates a fetch for user-supplied URLs: http and https, web ports only, no credentials. Every address of a host must
 * be public, and the connection uses one of the checked addresses, so a later DNS change has no effect. Redirects are
 * checked the same way. No data of the reader is sent along.
 */
export function createGuardedFetch({
  resolve = (host) => resolveHost(host, { all: true, verbatim: true }),
  isAllowed = isPublicAddress,
  isPort = (port) => WEB_PORTS.has(port),
}: Surroundings = {}): GuardedFetch {
  const lookup: LookupFunction = (host, options, callback) => {
    resolve(host).then(
      (found) => {
        const [first] = found;
        if (!first || !found.every(({ address }) => isAllowed(address))) {
          callback(new FetchRefused("地址不在公开的网络上"), "", 0);
        } else if (options.all) callback(null, [...found]);
        else callback(null, first.address, first.family);
      },
      () => callback(new FetchRefused("找不到这个网站", true), "", 0),
    );
  };
  const shared = { keepAlive: true, maxSockets: SOCKETS, lookup };
  const agents = { "http:": new http.Agent(shared), "https:": new https.Agent(shared) };

  function check(url: URL): void {
    if (url.protocol !== "http:" && url.protocol !== "https:") throw new FetchRefused("只能是 http 或 https 地址");
    if (url.username || url.password) throw new FetchRefused("地址里不能有密码");
    if (url.port && !isPort(Number(url.port))) throw new FetchRefused("地址的端口不能用");
    // IP addresses are connected to without a DNS lookup.
    const host = url.hostname.replace(/^\[|\]$/g, "");
    if (isIP(host) && !isAllowed(host)) throw new FetchRefused("地址不在公开的网络上");
  }

  return async (address, { bytesMax, timeout, accepts, accept }) => {
    const signal = AbortSignal.timeout(timeout);
    let url = parse(address);
    try {
      for (let step = 0; step <= REDIRECTS_MAX; step++) {
        check(url);
        const response = await request(url, agents[url.protocol as "http:"], { accept, signal });
        const { statusCode = 0, headers } = response;
        if (statusCode >= 300 && statusCode < 400 && headers.location) {
          response.destroy();
          url = parse(headers.location, url);
          continue;
        }
        const contentType = (headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
        const refusal =
          statusCode !== 200
            ? `对方回答 ${statusCode}`
            : !accepts.test(contentType)
              ? "不是图片"
              : Number(headers["content-length"] ?? 0) > bytesMax
                ? "太大了"
                : null;
        if (refusal) {
          response.destroy();
          throw new FetchRefused(refusal, statusCode >= 500 || statusCode === 429);
        }
        return { bytes: await read(response, bytesMax), contentType, url: url.href };
      }
      throw new FetchRefused("转了太多次");
    } catch (error) {
      if (error instanceof FetchRefused) throw error;
      throw new FetchRefused(signal.aborted ? "等得太久" : "连不上", true);
    }
  };
}

function parse(address: string, base?: URL): URL {
  if (!URL.canParse(address, base)) throw new FetchRefused("不是有效的地址");
  return new URL(address, base);
}

function request(
  url: URL,
  agent: http.Agent,
  { accept, signal }: { accept: string; signal: AbortSignal },
): Promise<http.IncomingMessage> {
  const { get } = url.protocol === "https:" ? https : http;
  return new Promise((resolve, reject) => {
    get(url, { agent, signal, headers: { accept, "user-agent": AGENT } }, resolve).on("error", reject);
  });
}

async function read(response: http.IncomingMessage, bytesMax: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    if (bytes > bytesMax) throw new FetchRefused("太大了");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
