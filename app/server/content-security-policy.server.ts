export * from "./headers/content-security-policy.server";
