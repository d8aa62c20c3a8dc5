export * from "./site/dev-only.server";
