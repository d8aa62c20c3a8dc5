export * from "./request/write-guard.server";
