import { useOutletContext } from "@remix-run/react";
import type { BaseInfo } from "#app/contract/user";

/** Person whose profile it is; what the layout gives to the tab inside. */
export const useProfile = (): BaseInfo => useOutletContext<BaseInfo>();

/** Name that a sentence has for them. */
export const pronounOf = (profile: BaseInfo): string => (profile.viewer.me ? "你" : profile.nickname);
