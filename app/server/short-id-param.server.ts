export * from "./params/short-id-param.server";
