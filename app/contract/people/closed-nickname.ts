/** Name under which the texts of closed accounts are shown, which have no page. Nobody else may take it. */
export const CLOSED_NICKNAME = "已注销用户";
