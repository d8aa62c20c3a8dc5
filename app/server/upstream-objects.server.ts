export * from "./gateway/pass-to-upstream.server";
