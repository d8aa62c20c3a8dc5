// `npm start`: builds what is stale, then becomes the server.
import "./load-env.mjs";
import { fileURLToPath } from "node:url";
import { buildIfStale } from "./build.mjs";

process.env.NODE_ENV ??= "production";
await buildIfStale();
const server = new URL("../dist/server.js", import.meta.url);
// Of several processes (WORKERS) it is the server that is started again.
process.argv = [process.argv[0] ?? "node", fileURLToPath(server)];
await import(server.href);
