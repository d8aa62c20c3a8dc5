import { NETWORK_MESSAGE } from "#app/contract/codes";

/** Error that is thrown for a page that can't be had; as a Response that a loader has thrown looks to a boundary. */
export const UNREACHED = {
  status: 503,
  statusText: "",
  internal: false,
  data: { title: "服务暂时不可用", message: NETWORK_MESSAGE },
};
