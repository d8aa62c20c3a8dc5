export * from "./urls/part-of-path.server";
