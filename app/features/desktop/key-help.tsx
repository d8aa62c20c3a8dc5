import { Dialog } from "#app/components/ui/dialog";

const HELP = [
  ["/", "搜索"],
  ["j", "下一条"],
  ["k", "上一条"],
  ["Enter", "打开选中的一条"],
  ["Esc", "关闭打开的菜单或窗口"],
  ["?", "打开这份说明"],
] as const;

/** Dialog that lists the keyboard shortcuts. */
export function KeyHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} title="键盘快捷键" onClose={onClose}>
      <dl className="key-help">
        {HELP.map(([key, does]) => (
          <div key={key} className="key-help__entry">
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <p className="key-help__off">写字的时候它们不起作用；在右上角的“外观”里可以关掉。</p>
    </Dialog>
  );
}
