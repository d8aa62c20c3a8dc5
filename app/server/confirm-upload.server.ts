export * from "./uploads/confirm-upload.server";
