// Imported only by `import()`: browsers load it with the members' code.
export { guardRequests as default } from "./guard-requests";
