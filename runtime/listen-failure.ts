import { ConfigError } from "./config-error";

/** Address of a listener, and the settings that it comes from. */
type Listener = { host: string; port: number; settings: { host: string; port: string } };

/** Error codes of an address that is not one of this machine. */
const NOT_OURS = /^(?:ENOTFOUND|EAI_\w+|EADDRNOTAVAIL|EINVAL)$/;

/** The setting to change if a listener's address is not this machine's, in use or forbidden; otherwise the error itself. */
export function listenFailure(error: NodeJS.ErrnoException, { host, port, settings }: Listener): Error {
  const { code = "", message } = error;
  if (NOT_OURS.test(code)) return new ConfigError(`${settings.host}=${host}: 不是这台机器的地址（${message}）`);
  if (code === "EADDRINUSE")
    return new ConfigError(
      `${settings.port}=${port}: 已被占用，请停下占用它的程序（也许是还在运行的本站），或换一个端口（${message}）`,
    );
  if (code === "EACCES")
    return new ConfigError(
      `${settings.port}=${port}: 没有权限使用，请换一个 1024 以上的端口，由反向代理接在前面（${message}）`,
    );
  return error;
}
