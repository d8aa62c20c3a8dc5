// `npm run serve`: runs the same build under plain remix-serve, with a separate upstream (UPSTREAM_API_URL).
import "./load-env.mjs";
import { buildIfStale } from "./build.mjs";

if (!process.env.UPSTREAM_API_URL) {
  console.error("UPSTREAM_API_URL is not set: remix-serve has no upstream of its own (npm start has)");
  process.exit(2);
}
// Such a server passes only headers to the app, not the socket's remote address.
if (process.env.APP_MODE === "production" && !Number(process.env.TRUST_PROXY ?? 0)) {
  console.error("TRUST_PROXY is not set: under remix-serve only a proxy can tell readers apart (npm start can)");
  process.exit(2);
}
process.env.NODE_ENV ??= "production";
process.env.HOST ??= "127.0.0.1";
process.env.PORT ??= "3000";
process.env.PUBLIC_ORIGIN ??= `http://127.0.0.1:${process.env.PORT}`;
await buildIfStale();
process.argv = [process.argv[0] ?? "node", "remix-serve", "build/server/index.js"];
await import(new URL("../node_modules/@remix-run/serve/dist/cli.js", import.meta.url).href);
