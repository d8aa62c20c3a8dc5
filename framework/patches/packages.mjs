// The patched packages, each in the only version that the patches were written for.
export const REMIX_REACT = { package: "@remix-run/react", version: "2.17.5" };
export const REMIX_SERVER = { package: "@remix-run/server-runtime", version: "2.17.5" };
export const REMIX_BUILD = { package: "@remix-run/dev", version: "2.17.5" };
export const ROUTER = { package: "@remix-run/router", version: "1.23.4" };
export const REACT_ROUTER = { package: "react-router", version: "6.30.6" };
export const REACT_ROUTER_DOM = { package: "react-router-dom", version: "6.30.6" };
export const REACT_DOM = { package: "react-dom", version: "18.3.1" };
