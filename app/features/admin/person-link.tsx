import { useRouteLoaderData } from "@remix-run/react";
import { Link } from "#app/components/ui/link";
import type { Permission } from "#app/contract/permissions";
import { paths } from "#app/paths";
import { adminPaths } from "./admin-paths";

/** The console's layout, whose loader knows the viewer. */
type Frame = { user: { permissions?: readonly Permission[] } | null };

/** A person's name and number; links to them in the console with permission to see users, else to their profile. */
export function PersonLink({ person: { userId, nickname } }: { person: { userId: number; nickname: string } }) {
  const frame = useRouteLoaderData("routes/admin/layout") as Frame | undefined;
  const sees = frame?.user?.permissions?.includes("user.read") ?? false;
  return (
    <>
      <Link to={sees ? adminPaths.user(userId) : paths.user(userId)} reload={!sees}>
        {nickname}
      </Link>{" "}
      <span className="numbers">#{userId}</span>
    </>
  );
}
