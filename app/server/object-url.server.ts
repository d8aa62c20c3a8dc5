export * from "./uploads/object-url.server";
