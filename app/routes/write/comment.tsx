import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigate } from "@remix-run/react";
import { Columns } from "#app/components/layout/columns";
import { PageHead } from "#app/components/layout/page-head";
import { LinkButton } from "#app/components/ui/button";
import { Card } from "#app/components/ui/card";
import { MESSAGES } from "#app/contract/codes";
import { commentApi, commentTarget } from "#app/contract/content/comment";
import type { CallInput } from "#app/contract/endpoint";
import { parseId } from "#app/contract/text/parse-id";
import { askAgreements } from "#app/features/agreement/ask-agreements.server";
import { withLetters, writingPass } from "#app/features/captcha/writing-captcha.server";
import {
  CommentForm,
  type CommentPlace,
  type CommentResult,
  type CommentValues,
  type WrittenComment,
} from "#app/features/comment/comment-form";
import { commentListPath, commentQuery } from "#app/features/comment/comment-query";
import { GlanceBox } from "#app/features/content/glance-box";
import { loadGlance } from "#app/features/content/load-glance.server";
import { pageMeta } from "#app/features/seo/meta";
import { attempt } from "#app/forms/attempt.server";
import { idempotencyKeyOf, newIdempotencyKey } from "#app/forms/idempotency-key";
import { readForm, textOf } from "#app/forms/read-form.server";
import { respond } from "#app/forms/respond.server";
import { isFormReturned } from "#app/forms/returned-form.server";
import { paths } from "#app/paths";
import { heldIdOf } from "#app/server/errors/held-id.server";
import { notFound } from "#app/server/errors/page-error.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { safePath } from "#app/server/urls/safe-path.server";
import { serverPaths } from "#app/server/urls/server-paths";
import { requireUser } from "#app/server/viewer.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(data && { title: "写评论", path: paths.writeComment(), noIndex: true }, matches);

/** Loads the page for writing a comment without scripts, which also shows a refused one with its text. */
export async function loader(args: LoaderFunctionArgs) {
  const { pathname, searchParams: query } = new URL(args.request.url);
  // A refused form is shown again with its text, even without a session.
  if (query.has("on") && !isFormReturned(args.context)) {
    const here = `${pathname}?${query}`;
    await requireUser(args, paths.login(here));
    await askAgreements(args, here);
  }
  const place = placeOf(query.get("on"));
  const reply = parseId(query.get("reply"));
  return { place, reply, next: safePath(query.get("next")), about: await aboutOf(args, place, reply) };
}

/** Summary of the item that is commented on, or of the comment replied to. */
async function aboutOf(args: LoaderFunctionArgs, place: CommentPlace | null, reply: number | null) {
  if (!place) return null;
  const [kind, id] = reply ? (["comment", reply] as const) : ([place.kind, place.id] as const);
  return { kind, glance: await loadGlance(args, kind, id) };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const text = textOf(form, "text");
  const place = placeOf(textOf(form, "on"));
  if (!place) throw notFound();
  const reply = parseId(textOf(form, "reply"));
  const next = safePath(textOf(form, "next"));
  const idempotencyKey = idempotencyKeyOf(form);
  const body = { targetKind: place.kind, targetId: place.id, text, replyToId: reply, idempotencyKey };
  const values: CommentValues = { text, place, reply, next, idempotencyKey };
  const sent: CommentResult = await attempt(
    async () => addComment(args, { ...body, captchaVerification: await writingPass(args, form) }),
    { values },
  );
  const result = await withLetters(args, form, sent);
  const held = result.status === "ok" && result.data.held;
  const back = result.status === "ok" ? placeOfWritten(next, result.data) : next;
  const flash = held ? MESSAGES.CONTENT_HELD : undefined;
  return respond(args, again(result), { back, flash, echo: true, ended: LOGIN_ENDED });
}

/**
 * Path at which a written comment is visible: a comment first among the newest, a reply in its thread, a held one on
 * its own page.
 */
function placeOfWritten(next: string, { id, held, parentId }: WrittenComment): string {
  if (held) return serverPaths.held(held);
  const [path = "", query] = next.replace(/#.*$/, "").split("?");
  return `${commentListPath(path, new URLSearchParams(query), parentId === null ? {} : commentQuery(id, parentId))}#comment-${id}`;
}

const LOGIN_ENDED = "登录已失效，写好的评论还在下面。请在新窗口登录，再回到这里发布";
const PUBLISHED_BEFORE = "刚才那条评论已经发布，改过的还没有。再按一次发布，会另外发布一条";

/**
 * Result with the next idempotency key: a refused form keeps its key; after a publication the same form is another
 * comment, with a new key.
 */
function again(result: CommentResult): CommentResult {
  if (result.status !== "refused" || result.code !== "ALREADY_SUBMITTED") return result;
  return { ...result, message: PUBLISHED_BEFORE, values: { ...result.values, idempotencyKey: newIdempotencyKey() } };
}

/** Writes a comment; a held one counts as written, too. @throws UpstreamError */
async function addComment(
  args: ActionFunctionArgs,
  body: CallInput<typeof commentApi.add>["body"],
): Promise<WrittenComment> {
  try {
    const { id, parentId } = await gateway(args).call(commentApi.add, { body });
    return { id, held: null, parentId };
  } catch (error) {
    const held = heldIdOf(error);
    if (held === null) throw error;
    return { id: 0, held, parentId: null };
  }
}

function placeOf(value: string | null): CommentPlace | null {
  const [kind = "", id = ""] = (value ?? "").split(":");
  const known = commentTarget.safeParse(kind);
  const number = parseId(id);
  return known.success && number ? { kind: known.data, id: number } : null;
}

export default function WriteComment() {
  const loaded = useLoaderData<typeof loader>();
  const result = useActionData<CommentResult>();
  const { place, reply, next, about } = { ...loaded, ...result?.values };
  const navigate = useNavigate();
  return (
    <Columns>
      <PageHead title={reply ? "回复评论" : "写评论"} />
      <Card>
        {about ? <GlanceBox {...about} /> : null}
        {place ? (
          <CommentForm
            key={`${place.kind}:${place.id}:${reply}`}
            place={place}
            reply={reply ? { id: reply, nickname: about?.glance?.author ?? "这条评论" } : undefined}
            next={next}
            result={result}
            autoFocus
            onDone={(written) => navigate(placeOfWritten(next, written), { replace: true })}
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
