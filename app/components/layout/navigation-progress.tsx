import { useNavigation } from "@remix-run/react";

/** A thin bar at the top during navigations; its style shows it only after 300 ms. */
export function NavigationProgress() {
  const { state } = useNavigation();
  if (state === "idle") return null;
  return <div className="navigation-progress" role="progressbar" aria-label="正在加载" />;
}
