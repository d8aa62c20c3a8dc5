// `npm start`: builds what is out of date, then becomes the server.
import "./load-env.mjs";
import { fileURLToPath } from "node:url";
import { buildIfStale } from "./build.mjs";

process.env.NODE_ENV ??= "production";
await buildIfStale();
const server = new URL("../dist/server.js", import.meta.url);
// With several processes (WORKERS), they are started from the server's file.
process.argv = [process.argv[0] ?? "node", fileURLToPath(server)];
await import(server.href);
