export * from "./gateway/gateway.server";
