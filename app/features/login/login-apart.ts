import type { FlashAction } from "#app/components/ui/flash-message";
import { paths } from "#app/paths";

/** For a form whose login has ended: one elsewhere lets what is typed here be sent after all. */
export const loginApart = (): FlashAction => ({ label: "在新窗口登录", to: paths.login("/"), apart: true });
