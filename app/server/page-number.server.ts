export * from "./params/page-number.server";
