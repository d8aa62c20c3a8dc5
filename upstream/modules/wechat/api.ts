import { wechatReceiverApi } from "#app/contract/notification/wechat-receiver";
import { queryObjApi } from "#app/contract/people/query-obj";
import { wechatApi } from "#app/contract/people/wechat";
import { wechatPictureApi } from "#app/contract/people/wechat-picture";
import { implement } from "#upstream/call/implement";
import { makeHandle, readHandle } from "#upstream/modules/user/wechat-handles";
import { offeredPicture, takeOfferedPicture } from "#upstream/modules/user/wechat-picture";
import { keepReceiver, removeReceiver } from "./receiver";

export const wechat = implement(wechatApi, {
  authorization: async ({ query }, { wechat }) => wechat?.authorization(query.state) ?? null,
  payerAuthorization: async ({ query: { path, state } }, { officialAccount, config }) =>
    officialAccount && { url: officialAccount.authorizationUrl(config.publicOrigin + path, state) },
  exchange: async ({ body }, call) => ({ obj: await makeHandle(call, body) }),
});

export const queryObj = implement(queryObjApi, { get: ({ query }, call) => readHandle(call, query) });

export const wechatPicture = implement(wechatPictureApi, {
  get: async (_, call) => ({ offered: (await offeredPicture(call)) !== "" }),

  async take(_, call) {
    await takeOfferedPicture(call);
    return null;
  },
});

export const wechatReceiver = implement(wechatReceiverApi, {
  async keep({ body }, call) {
    await keepReceiver(call, body.code);
    return null;
  },

  async remove(_, call) {
    await removeReceiver(call);
    return null;
  },
});
