export * from "./site/capabilities.server";
