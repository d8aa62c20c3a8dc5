export * from "./request/visit.server";
