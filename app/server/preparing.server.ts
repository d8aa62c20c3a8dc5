export * from "./site/preparing.server";
