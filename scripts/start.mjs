// `npm start`: builds what is stale, then becomes the server.
import "./load-env.mjs";
import { buildIfStale } from "./build.mjs";

process.env.NODE_ENV ??= "production";
await buildIfStale();
await import(new URL("../dist/server.js", import.meta.url).href);
