export * from "./errors/optional.server";
