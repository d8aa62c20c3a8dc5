export * from "./params/user-id-param.server";
