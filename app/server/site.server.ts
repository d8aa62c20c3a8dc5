export * from "./site/site.server";
