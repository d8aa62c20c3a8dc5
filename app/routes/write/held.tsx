import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Columns } from "#app/components/layout/columns";
import { PageHead } from "#app/components/layout/page-head";
import { Button, LinkButton } from "#app/components/ui/button";
import { Card } from "#app/components/ui/card";
import { FlashMessage } from "#app/components/ui/flash-message";
import { Link } from "#app/components/ui/link";
import { popoverButton, popoverElement } from "#app/components/ui/popover";
import { Prose } from "#app/components/ui/prose";
import { Tag, Tags } from "#app/components/ui/tag";
import { Time } from "#app/components/ui/time";
import { type HeldKind, heldKind } from "#app/contract/moderation/review";
import { AiMark } from "#app/features/content/ai-mark";
import { changeHeld } from "#app/features/held/change-held.server";
import { HeldComment, type HeldRefusal } from "#app/features/held/held-comment";
import { HELD_STATES } from "#app/features/held/held-state";
import { loadHeld } from "#app/features/held/load-held.server";
import { pageMeta } from "#app/features/seo/meta";
import { loginRefusal } from "#app/forms/attempt.server";
import { DONE } from "#app/forms/form-result";
import { readForm, textOf } from "#app/forms/read-form.server";
import { respond } from "#app/forms/respond.server";
import { unlessReturned } from "#app/forms/returned-form.server";
import { useOffered } from "#app/hooks/offered";
import { paths } from "#app/paths";
import { numberOfParam } from "#app/server/params/number-param.server";
import { serverPaths } from "#app/server/urls/server-paths";
import { loginRefusalCode, requireUser } from "#app/server/viewer.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(
    data ? { title: data.title || HELD_STATES[data.state].label, path: data.path, noIndex: true } : undefined,
    matches,
  );

export const loader = (args: LoaderFunctionArgs) => unlessReturned(args, () => loadHeld(args));

export async function action(args: ActionFunctionArgs) {
  const id = numberOfParam(args);
  const form = await readForm(args.request);
  const versionIn = (name: string) => Number(textOf(form, name)) || 0;
  const values = {
    id,
    text: textOf(form, "text"),
    version: versionIn("version"),
    baseVersion: versionIn("baseVersion"),
  };
  const why = values.text ? await loginRefusalCode(args) : null;
  if (why)
    return respond(args, loginRefusal(why, values), { back: serverPaths.held(id), echo: true, ended: LOGIN_ENDED });
  const { userId } = await requireUser(args, paths.login(serverPaths.held(id)));
  const result = await changeHeld(args, id, form, values);
  if (result.status !== "ok") {
    return respond(args, byFormField(result), { back: serverPaths.held(id), echo: true, bare: values.text === "" });
  }
  const { message, gone } = result.data;
  const back = gone ? paths.writtenBy(kindOf(form), userId) : serverPaths.held(id);
  return respond(args, DONE, { back, flash: message, leads: true });
}

/** Kind of the removed text, whose list its author returns to. */
const kindOf = (form: FormData): HeldKind => heldKind.safeParse(textOf(form, "kind")).data ?? "answer";

/** Maps the upstream's field `content` to the form's `text`. */
function byFormField(refused: HeldRefusal): HeldRefusal {
  const { content, ...others } = refused.fields;
  return { ...refused, fields: content === undefined ? others : { ...others, text: content } };
}

const LOGIN_ENDED = "登录已失效，写好的评论还在下面。请在新窗口登录，再回到这里提交";

const NOTES = {
  waiting: "这段内容提交后需要审核，通过之前只有你能看到。",
  refused: "这段内容没有通过审核，只有你能看到。可以修改后重新提交。",
  withdrawn: "你撤回了这段内容，只有你能看到。可以修改后重新提交。",
  approved: "",
} as const;

const OUTDATED = "你写这份修改之后，已公开的内容又改过，所以它不能直接公开。请对照现在公开的内容改好，重新提交。";

export default function Held() {
  const held = useLoaderData<typeof loader>();
  const refused = useActionData<HeldRefusal>();
  if (held) return <HeldPage held={held} refused={refused} />;
  return (
    <Columns>
      <PageHead title="你的评论" />
      <Card>{refused ? <GivenBack refused={refused} /> : null}</Card>
    </Columns>
  );
}

function GivenBack({ refused }: { refused: HeldRefusal }) {
  const { id = 0, version = 0, baseVersion = 0 } = refused.values;
  return <HeldComment key={id} held={{ id, version, baseVersion, content: "" }} refused={refused} />;
}

type Page = { held: Awaited<ReturnType<typeof loadHeld>>; refused: HeldRefusal | undefined };

function HeldPage({ held, refused }: Page) {
  const { kind, state, title, reason, place, published, editor, appeal } = held;
  const offered = useOffered("appeal");
  const end =
    state === "waiting" ? (
      <Button type="submit" form={END} name="intent" value="withdraw">
        撤回
      </Button>
    ) : (
      <RemoveHeld />
    );
  return (
    <Columns>
      <PageHead title={kind === "comment" ? "你的评论" : title || "你的回答"} text={NOTES[state]} />
      <Card className="detail">
        {refused && kind !== "comment" ? <FlashMessage kind="error" message={refused.message} /> : null}
        <p className="item__foot">
          <Tag tone={HELD_STATES[state].tone}>{HELD_STATES[state].label}</Tag>
          <AiMark on={held.aiGenerated} />
          <span>
            <Time value={held.submittedAt} />
            提交
          </span>
          {published ? (
            <span>
              是对<Link to={published}>已发布内容</Link>的修改
            </span>
          ) : null}
          {place ? (
            <span>
              在《<Link to={place.href}>{place.title}</Link>》下面
            </span>
          ) : null}
        </p>
        {held.outdated ? <FlashMessage kind="info" message={OUTDATED} /> : null}
        {reason ? (
          <FlashMessage
            kind="info"
            message={`审核意见：${reason}`}
            action={appeal && offered ? { label: "有异议，申诉", to: appeal } : undefined}
          />
        ) : null}
        {reason ? (
          <p className="field__help">
            什么可以写、什么不可以，见<Link to={paths.houseRules()}>社区规则</Link>。
          </p>
        ) : null}
        {kind === "comment" ? (
          <HeldComment key={held.id} held={held} refused={refused}>
            {end}
          </HeldComment>
        ) : (
          <Prose html={held.contentHtml} />
        )}
        <Tags names={held.tags} />
        {held.editReason ? <p>修改说明：{held.editReason}</p> : null}
        <form id={END} method="post" className="dialog__actions" hidden={kind === "comment"}>
          <input type="hidden" name="kind" value={kind} />
          {kind === "comment" ? null : end}
          {editor ? (
            <LinkButton to={editor} variant="primary" icon="edit">
              {state === "waiting" ? "修改" : "修改后重新提交"}
            </LinkButton>
          ) : null}
        </form>
        <p className="actions">
          <LinkButton to={held.list} variant="quiet">
            回到我的主页
          </LinkButton>
        </p>
      </Card>
    </Columns>
  );
}

/** Button that deletes the text after confirmation, in a popover, which needs no script. */
function RemoveHeld() {
  return (
    <>
      <Button {...popoverButton(QUESTION)}>删除</Button>
      <div {...popoverElement(QUESTION)} className="popover confirm">
        <p>删除这段内容？删除后不能恢复。</p>
        <div className="confirm__actions">
          <Button variant="quiet" size="small" {...popoverButton(QUESTION)}>
            取消
          </Button>
          <Button type="submit" form={END} name="intent" value="remove" variant="danger" size="small">
            删除
          </Button>
        </div>
      </div>
    </>
  );
}

const QUESTION = "remove-held";
/** Id of the form that withdraws or deletes the text; for comments, its button is inside the comment's own form. */
const END = "end-held";
