export * from "./cookies/own-cookie.server";
