export * from "./uploads/upload-picture.server";
