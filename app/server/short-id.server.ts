export * from "./urls/short-id.server";
