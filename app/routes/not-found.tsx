import { notFound } from "#app/server/page-error.server";

/** Every address that nothing else answers. */
export function loader(): never {
  throw notFound("页面不存在，可能已被移动或删除");
}

export default function NotFound() {
  return null;
}
