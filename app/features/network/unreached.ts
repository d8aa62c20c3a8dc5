import { NETWORK_MESSAGE } from "#app/contract/codes";

/** Error thrown if a page can't be loaded; shaped like a Response thrown by a loader, for error boundaries. */
export const UNREACHED = {
  status: 503,
  statusText: "",
  internal: false,
  data: { title: "服务暂时不可用", message: NETWORK_MESSAGE },
};
