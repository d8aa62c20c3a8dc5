export * from "./request/device.server";
