export * from "./urls/route-facts.server";
