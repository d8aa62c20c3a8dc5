/** Calls that show others new words of their callers, so that a mute blocks them. */
export const MUTED_CALLS: readonly string[] = [
  "ext.handover.take",
  ...["site.answer.create", "site.answer.update", "site.article.create", "site.article.update"],
  ...["site.comment.add", "site.comment.articleAdd", "site.question.create", "site.question.update"],
  ...["site.user.update", "site.user.complete", "ext.trash.restore", "ext.review.put", "ext.history.hide"],
  ...["ext.commentEdit.put", "ext.wechatPicture.take"],
  ...["ext.favorite-folder.create", "ext.favorite-folder.update"],
  ...["ext.proposal.send", "ext.proposal.take", "ext.proposal.decline", "ext.proposal.withdraw"],
];
