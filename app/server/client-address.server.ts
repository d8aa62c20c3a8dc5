export * from "./request/client-address.server";
