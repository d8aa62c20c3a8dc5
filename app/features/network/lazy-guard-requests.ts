// Imported by nothing but `import()`: in browsers it comes with what members load.
export { guardRequests as default } from "./guard-requests";
