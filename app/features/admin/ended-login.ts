/** Said where a form of the console comes back because the login has ended. */
export const ENDED_LOGIN = "登录已失效，写好的内容还在下面。请在新窗口登录，再回到这里保存";
