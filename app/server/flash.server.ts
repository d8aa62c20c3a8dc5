export * from "./cookies/flash.server";
