import { useFetcher, useNavigate } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { Button } from "#app/components/ui/button";
import { Icon } from "#app/components/ui/icon";
import { placeFocus } from "#app/components/ui/place-focus";
import { popoverButton, popoverElement } from "#app/components/ui/popover";
import { toast } from "#app/components/ui/toast";
import { useHere } from "#app/components/ui/use-here";
import type { Comment } from "#app/contract/content/comment";
import { unsentReply } from "#app/features/unsent/unsent-reply";
import { hasUnsent } from "#app/features/unsent/use-unsent";
import type { FormResult } from "#app/forms/form-result";
import { tellRefusal } from "#app/forms/tell-refusal";
import { useRoot } from "#app/hooks/root";
import { paths } from "#app/paths";
import { CommentForm, type CommentPlace, type WrittenComment } from "./comment-form";
import { REPLIES_PER_PAGE } from "./comment-query";

type Props = {
  comment: Comment;
  place: CommentPlace;
  /** URL that shows all replies of the thread. */
  allReplies: string;
  /** Number of these. */
  replyCount: number;
};

/** A member's actions on a comment besides liking it: reply. */
export function MemberTools({ comment, place, allReplies, replyCount }: Props) {
  const navigate = useNavigate();
  const { path } = useHere();
  const [writing, setWriting] = useState<"pressed" | "found" | null>(null);
  const opener = useRef<HTMLAnchorElement>(null);
  const user = useRoot()?.viewer?.userId ?? 0;
  useEffect(() => {
    if (hasUnsent(user, unsentReply(comment.id))) setWriting("found");
  }, [user, comment.id]);
  const nickname = comment.author?.nickname ?? "";
  const reply = { id: comment.id, nickname };
  const close = () => {
    setWriting(null);
    // The form goes, and the focus with it.
    opener.current?.focus({ preventScroll: true });
  };
  const onDone = ({ id }: WrittenComment) => {
    close();
    // A held comment (0) is not shown. A long thread only shows its first replies, and a new one is the last.
    if (!id || document.getElementById(`comment-${id}`)) return;
    // If one page can't show all, from the new one on.
    const from = replyCount > REPLIES_PER_PAGE ? `$&.${id - 1}` : "$&";
    navigate(allReplies.replace(/thread=\d+/, from), { preventScrollReset: true });
  };
  return (
    <>
      <a
        ref={opener}
        href={paths.writeComment({ on: `${place.kind}:${place.id}`, reply: String(comment.id), next: path })}
        className="reaction"
        rel="nofollow"
        aria-label={`回复 ${nickname}`}
        aria-expanded={writing !== null}
        onClick={(event) => {
          event.preventDefault();
          setWriting(writing ? null : "pressed");
        }}
      >
        回复
      </a>
      {writing ? (
        <CommentForm
          place={place}
          reply={reply}
          next={path}
          autoFocus={writing === "pressed"}
          onDone={onDone}
          onCancel={close}
        />
      ) : null}
    </>
  );
}

/** Deletes one's own comment after confirmation in a popover, which needs no script. */
export function DeleteComment({ id }: { id: number }) {
  const fetcher = useFetcher<FormResult>();
  const question = `delete-comment-${id}`;
  const button = useRef<HTMLButtonElement>(null);
  const { data } = fetcher;
  useEffect(() => {
    if (!data) return;
    if (data.status === "refused") return tellRefusal(data);
    toast("评论已删除", "success");
    placeFocus(button.current?.closest(".comments")?.querySelector(".comments__title"));
  }, [data]);
  return (
    <>
      <button ref={button} type="button" className="menu__entry" {...popoverButton(question)}>
        <Icon name="trash" />
        删除
      </button>
      <div {...popoverElement(question)} className="popover confirm">
        <fetcher.Form method="post" action={paths.deleteComment()}>
          <input type="hidden" name="id" value={id} />
          <p>删除这条评论？别人对它的回复会留下。</p>
          <div className="confirm__actions">
            <Button variant="quiet" size="small" {...popoverButton(question)}>
              取消
            </Button>
            <Button type="submit" variant="danger" size="small" busy={fetcher.state !== "idle"}>
              删除
            </Button>
          </div>
        </fetcher.Form>
      </div>
    </>
  );
}
