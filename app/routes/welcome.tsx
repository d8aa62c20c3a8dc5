import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Columns } from "#app/components/layout/columns";
import { Avatar } from "#app/components/ui/avatar";
import { LinkButton } from "#app/components/ui/button";
import { Card } from "#app/components/ui/card";
import { pageMeta } from "#app/features/seo/meta";
import { doTicked } from "#app/features/welcome/do-ticked.server";
import { loadWelcome } from "#app/features/welcome/load-welcome.server";
import { type Ticked, TickForm } from "#app/features/welcome/tick-form";
import { welcomePath } from "#app/features/welcome/welcome-path";
import type { Refused } from "#app/forms/form-result";
import { paths } from "#app/paths";
import firstStepsStyles from "#app/styles/first-steps.css?url";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(data && { title: "欢迎", path: welcomePath(), noIndex: true }, matches);

export const loader = (args: LoaderFunctionArgs) => loadWelcome(args);

export const action = (args: ActionFunctionArgs) => doTicked(args);

export default function Welcome() {
  const { next, user, picture, topics, people, passkey } = useLoaderData<typeof loader>();
  const refused = useActionData<Refused<Ticked>>();
  return (
    <Columns>
      <link rel="stylesheet" href={firstStepsStyles} />
      <Card className="first-steps">
        <h1 className="first-steps__title">{`欢迎，${user.nickname}`}</h1>
        <p className="first-steps__text">选几样你关心的，首页的“关注”里就有东西读。都可以跳过，以后随时能改。</p>
        {user.avatar || picture ? null : (
          <div className="first-steps__who">
            <Avatar author={user} size={64} />
            <p>有头像的人更容易被认出来。</p>
            <LinkButton to={paths.account()} size="small">
              设置头像
            </LinkButton>
          </div>
        )}
        <TickForm next={next} picture={picture} topics={topics} people={people} refused={refused} />
        <h2 className="first-steps__part">先做一件事</h2>
        <ul className="first-steps__deeds">
          <li>
            <LinkButton to={paths.write("question")} icon="question">
              提一个问题
            </LinkButton>
          </li>
          <li>
            <LinkButton to={paths.answers()} icon="answer">
              看看最新回答
            </LinkButton>
          </li>
          {passkey ? (
            <li>
              <LinkButton to={paths.accountSecure()} icon="passkey">
                添加通行密钥
              </LinkButton>
            </li>
          ) : null}
        </ul>
      </Card>
    </Columns>
  );
}
