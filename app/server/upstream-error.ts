export * from "./errors/upstream-error";
