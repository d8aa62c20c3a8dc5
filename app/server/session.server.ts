export * from "./cookies/session.server";
