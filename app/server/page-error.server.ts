export * from "./errors/page-error.server";
