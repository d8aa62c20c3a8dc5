import { useOutletContext } from "@remix-run/react";
import type { BaseInfo } from "#app/contract/people/user";

/** The profile's person, as passed by the layout to its tabs. */
export const useProfile = (): BaseInfo => useOutletContext<BaseInfo>();

/** Word by which sentences refer to the person. */
export const pronounOf = (profile: BaseInfo): string => (profile.viewer.me ? "你" : profile.nickname);
