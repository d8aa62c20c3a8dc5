export * from "./site/require-part.server";
