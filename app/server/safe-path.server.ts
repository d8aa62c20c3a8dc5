export * from "./urls/safe-path.server";
