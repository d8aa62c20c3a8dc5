import { shareCardApi } from "#app/contract/files/share-card";
import { implement } from "#upstream/call/implement";

export const shareCard = implement(shareCardApi, {
  async get({ query: { shape, ...of } }, call) {
    // Loaded late: its word segmentation takes longer than most of a start.
    const { cardOf } = await import("./card");
    return cardOf(call, of, shape);
  },
});
