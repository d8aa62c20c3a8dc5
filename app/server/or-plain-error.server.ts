export * from "./errors/or-plain-error.server";
