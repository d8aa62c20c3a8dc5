import { queryObjApi } from "#app/contract/query-obj";
import { wechatApi } from "#app/contract/wechat";
import { implement } from "#upstream/call/implement";
import { makeHandle, readHandle } from "#upstream/modules/user/wechat-handles";

export const wechat = implement(wechatApi, {
  authorization: async ({ query }, { wechat }) => wechat?.authorization(query.state) ?? null,
  payerAuthorization: async ({ query: { path, state } }, { officialAccount, config }) =>
    officialAccount && { url: officialAccount.authorizationUrl(config.publicOrigin + path, state) },
  exchange: async ({ body }, call) => ({ obj: await makeHandle(call, body) }),
});

export const queryObj = implement(queryObjApi, { get: ({ query }, call) => readHandle(call, query) });
