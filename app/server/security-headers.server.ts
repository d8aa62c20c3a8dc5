export * from "./headers/security-headers.server";
