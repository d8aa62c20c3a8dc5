import type { OrderPayment } from "#app/contract/zhiku/order";

/** Parameters with which WeChat's browser starts a payment. */
export type LaunchParams = Extract<OrderPayment, { channel: "jsapi" }>["params"];

type Bridge = { invoke(name: string, params: LaunchParams, done: (result: { err_msg: string }) => void): void };

/** Milliseconds to wait for WeChat's bridge. */
const PATIENCE = 5_000;

/**
 * Opens WeChat's payment dialog (`getBrandWCPayRequest`). Its result is only what the dialog showed, never a proof.
 * @throws Error outside WeChat
 */
export async function payInWechat(params: LaunchParams): Promise<"done" | "cancelled" | "failed"> {
  const bridge = await bridgeOf();
  const { err_msg } = await new Promise<{ err_msg: string }>((resolve) =>
    bridge.invoke("getBrandWCPayRequest", params, resolve),
  );
  return err_msg.endsWith(":ok") ? "done" : err_msg.endsWith(":cancel") ? "cancelled" : "failed";
}

function bridgeOf(): Promise<Bridge> {
  const here = () => (window as { WeixinJSBridge?: Bridge }).WeixinJSBridge;
  return new Promise((resolve, reject) => {
    const look = () => {
      const bridge = here();
      if (bridge) resolve(bridge);
      return bridge !== undefined;
    };
    if (look()) return;
    document.addEventListener("WeixinJSBridgeReady", look, { once: true });
    setTimeout(() => look() || reject(new Error("no WeixinJSBridge")), PATIENCE);
  });
}
