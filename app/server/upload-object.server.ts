export * from "./uploads/upload-object.server";
