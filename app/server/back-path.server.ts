export * from "./urls/back-path.server";
