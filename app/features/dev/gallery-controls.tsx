import { useState } from "react";
import { Button, IconButton, LinkButton } from "#app/components/ui/button";
import { Badge, Count } from "#app/components/ui/count";
import { Dialog } from "#app/components/ui/dialog";
import { FlashMessage } from "#app/components/ui/flash-message";
import { Pagination } from "#app/components/ui/pagination";
import { Tabs } from "#app/components/ui/tabs";
import { Tag, Tags } from "#app/components/ui/tag";
import { TextField } from "#app/components/ui/text-field";
import { SAMPLE_COUNTS } from "./gallery-samples";
import { GallerySection } from "./gallery-section";

const PAGE = "/_dev/index2";

/** Gallery of buttons, choices and form fields. */
export function GalleryControls() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <GallerySection title="按钮">
        <Button variant="primary">主要</Button>
        <Button>普通</Button>
        <Button variant="soft">柔和</Button>
        <Button variant="quiet">安静</Button>
        <Button variant="danger">危险</Button>
        <Button variant="primary" disabled>
          不可用
        </Button>
        <Button size="small" icon="plus">
          小
        </Button>
        <Button size="large" variant="primary" icon="edit">
          大
        </Button>
        <LinkButton to={PAGE} icon="link">
          链接
        </LinkButton>
        <IconButton icon="settings" label="设置" />
      </GallerySection>
      <GallerySection title="标签与数">
        <Tag>普通</Tag>
        <Tag tone="accent">强调</Tag>
        <Tag tone="warm">提醒</Tag>
        <Tag tone="danger">危险</Tag>
        <Tags names={["React", "数据库", "写作"]} href={() => PAGE} />
        {SAMPLE_COUNTS.map((value) => (
          <Count key={value} value={value} />
        ))}
        <Badge value={7} label="条未读" />
        <Badge value={128} label="条未读" />
      </GallerySection>
      <GallerySection title="页签与分页">
        <Tabs
          label="例一"
          tabs={[
            { label: "推荐", to: PAGE, current: true },
            { label: "最新", to: `${PAGE}?tab=latest`, current: false, count: 12_300 },
          ]}
        />
        <Tabs
          label="例二"
          variant="pill"
          tabs={[
            { label: "全部", to: PAGE, current: true, count: 24 },
            { label: "金融", to: `${PAGE}?class=1`, current: false, count: 4 },
          ]}
        />
        <Pagination page={7} pageSize={20} total={1_000} />
      </GallerySection>
      <GallerySection title="表单与消息">
        <TextField label="昵称" name="nickname" placeholder="愿意用很久的名字" />
        <TextField label="手机号" name="phone" defaultValue="123" error="请输入正确的手机号" />
        <FlashMessage message="已保存" />
        <FlashMessage kind="error" message="网络出了点问题，请稍后重试" />
        <FlashMessage kind="info" message="草稿已保存 12:03" />
        <Button onClick={() => setOpen(true)}>打开对话框</Button>
        <Dialog open={open} onClose={() => setOpen(false)} title="删除这条评论？">
          <p>删除之后 30 天内可以恢复。</p>
          <div className="dialog__actions">
            <Button onClick={() => setOpen(false)}>取消</Button>
            <Button variant="danger" onClick={() => setOpen(false)}>
              删除
            </Button>
          </div>
        </Dialog>
      </GallerySection>
    </>
  );
}
