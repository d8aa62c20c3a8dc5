import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Columns } from "#app/components/layout/columns";
import { PageHead } from "#app/components/layout/page-head";
import { LinkButton } from "#app/components/ui/button";
import { Card } from "#app/components/ui/card";
import { idempotencyKeyOf, newIdempotencyKey } from "#app/components/ui/idempotency-key";
import { MESSAGES } from "#app/contract/codes";
import { commentApi, commentTarget } from "#app/contract/comment";
import type { CallInput } from "#app/contract/endpoint";
import { type CommentAnswer, CommentForm, type CommentPlace } from "#app/features/comment/comment-form";
import { pageMeta } from "#app/features/seo/meta";
import { paths } from "#app/paths";
import { attempt, isPlainForm, statusOf, textOf } from "#app/server/action-answer.server";
import { setFlash } from "#app/server/flash.server";
import { gateway } from "#app/server/gateway.server";
import { notFound } from "#app/server/page-error.server";
import { readForm } from "#app/server/read-form.server";
import { safePath } from "#app/server/safe-path.server";
import { UpstreamError } from "#app/server/upstream-error";
import { requireUser } from "#app/server/viewer.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(data && { title: "写评论", path: paths.writeComment(), noIndex: true }, matches);

/** Where comments are written without scripts, and where one that was refused comes back with its text. */
export async function loader(args: LoaderFunctionArgs) {
  const { pathname, searchParams: query } = new URL(args.request.url);
  // A form is sent to the bare path: one that was refused, if only for want of a login, is shown again with its text.
  if (query.has("on")) await requireUser(args, paths.login(`${pathname}?${query}`));
  return { place: placeOf(query.get("on")), reply: idOf(query.get("reply")), next: safePath(query.get("next")) };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const text = textOf(form, "text");
  const place = placeOf(textOf(form, "on"));
  if (!place) throw notFound();
  const reply = idOf(textOf(form, "reply"));
  const next = safePath(textOf(form, "next"));
  const idempotencyKey = idempotencyKeyOf(form);
  const body = { targetKind: place.kind, targetId: place.id, text, replyToId: reply, idempotencyKey };
  const answer = await attempt(() => addComment(args, body));
  const plain = isPlainForm(args.request);
  if (answer.ok && plain && answer.data.held) {
    const flash = setFlash({ kind: "success", message: MESSAGES.CONTENT_HELD });
    return redirect(paths.held(answer.data.held), { headers: { "set-cookie": flash } });
  }
  if (answer.ok && plain) return redirect(`${next.replace(/#.*$/, "")}#comment-${answer.data.id}`);
  const said: CommentAnswer = answer.ok
    ? { ...answer, text: "" }
    : { ...answer, message: messageOf(answer), text, idempotencyKey: keyAfter(answer, idempotencyKey) };
  return data({ ...said, place, reply, next }, answer.ok ? 200 : statusOf(answer));
}

/** One that is held for a review is done for its author, too: `held` is its number then, and `id` is 0. @throws UpstreamError */
async function addComment(args: ActionFunctionArgs, body: CallInput<typeof commentApi.add>["body"]) {
  try {
    return { id: (await gateway(args).call(commentApi.add, { body })).id, held: null };
  } catch (error) {
    const held = error instanceof UpstreamError && error.code === "CONTENT_HELD" ? error.data : null;
    const { id } = (held ?? {}) as { id?: unknown };
    if (typeof id !== "number") throw error;
    return { id: 0, held: id };
  }
}

/** Whoever was logged out meanwhile still has the text on the page, and can send it again. */
const messageOf = ({ code, message }: { code: string; message: string }): string =>
  ({
    NOT_LOGIN: "登录已失效，写好的评论还在下面。请在新窗口登录，再回到这里发布",
    ALREADY_SUBMITTED: "刚才那条评论已经发布，改过的还没有。再按一次发布，会另外发布一条",
  })[code] ?? message;

/** What was refused is sent again under the same key; what comes after something published is another comment. */
const keyAfter = ({ code }: { code: string }, key: string | undefined) =>
  code === "ALREADY_SUBMITTED" ? newIdempotencyKey() : key;

function placeOf(value: string | null): CommentPlace | null {
  const [kind = "", id = ""] = (value ?? "").split(":");
  const known = commentTarget.safeParse(kind);
  const number = idOf(id);
  return known.success && number ? { kind: known.data, id: number } : null;
}

const idOf = (value: string | null): number | null => (/^[1-9]\d{0,14}$/.test(value ?? "") ? Number(value) : null);

export default function WriteComment() {
  const loaded = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { place, reply, next } = answer ?? loaded;
  return (
    <Columns>
      <PageHead title={reply ? "回复评论" : "写评论"} />
      <Card>
        {place ? (
          <CommentForm
            place={place}
            reply={reply ? { id: reply, nickname: "这条评论" } : undefined}
            next={next}
            answer={answer}
            autoFocus
          />
        ) : (
          <p>没有说要评论什么，请从文章或回答下面写评论。</p>
        )}
        <LinkButton to={next} variant="quiet">
          返回
        </LinkButton>
      </Card>
    </Columns>
  );
}
