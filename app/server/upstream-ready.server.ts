export * from "./gateway/upstream-ready.server";
