import { Card } from "#app/components/ui/card";

const RULES = [
  "填好马上就能读、能买，不用等核对。",
  "运营会逐份核对。对不上的会退回并写明原因，改好保存就能继续。",
  "退回期间暂时不能阅读；已经开通的权益还在，期限照常计算。",
  "只有你和运营看得到，不会出现在你的公开主页上。",
];

/** Explains what happens to a professional profile, before it is filled in. */
export const ProfileRules = () => (
  <Card title="填之前要知道的">
    <ul className="profile-rules">
      {RULES.map((rule) => (
        <li key={rule}>{rule}</li>
      ))}
    </ul>
  </Card>
);
