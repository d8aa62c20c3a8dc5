export * from "./headers/policy-reports.server";
