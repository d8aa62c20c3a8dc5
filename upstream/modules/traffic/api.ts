import { trafficApi } from "#app/contract/site/traffic";
import { implement } from "#upstream/call/implement";

export const traffic = implement(trafficApi, {
  async report({ body }, { figures }) {
    for (const { key, times } of body.counts) figures.count(key, times);
    return null;
  },
});
