export * from "./params/number-param.server";
