import { useEffect, useId, useRef, useState } from "react";
import { Button } from "#app/components/ui/button";
import { Dialog } from "#app/components/ui/dialog";
import { toast } from "#app/components/ui/toast";
import { centreCrop, drawCrop, ZOOM_MAX, zoomed } from "./crop-area";
import { cutOut } from "./cut-out";
import { useCropGestures } from "./use-crop-gestures";

/** Pixels of the canvas, for high-density screens; its displayed size is set by CSS. */
const CANVAS = 560;

type Props = { picture: ImageBitmap; onDone: (file: File) => void; onClose: () => void };

/** Dialog to choose the part of a picture that becomes the avatar; by default the largest centred square. */
export default function CropDialog({ picture, onDone, onClose }: Props) {
  const [open, setOpen] = useState(true);
  return (
    <Dialog open={open} onClose={onClose} title="裁剪头像">
      <Cropper
        picture={picture}
        onDone={(file) => {
          onDone(file);
          setOpen(false);
        }}
        onCancel={() => setOpen(false)}
      />
    </Dialog>
  );
}

type CropperProps = { picture: ImageBitmap; onDone: (file: File) => void; onCancel: () => void };

function Cropper({ picture, onDone, onCancel }: CropperProps) {
  const [crop, setCrop] = useState(() => centreCrop(picture));
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const id = useId();
  useCropGestures(box, picture, setCrop);
  useEffect(() => {
    if (canvas.current) drawCrop(canvas.current, picture, crop);
  }, [picture, crop]);
  const done = () => cutOut(picture, crop).then(onDone, () => toast("这张图片没能处理，请换一张"));
  return (
    <div className="crop">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the picture */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields */}
      <div ref={box} className="crop__box" role="group" tabIndex={0} aria-label="图片" aria-describedby={`${id}-help`}>
        <canvas ref={canvas} width={CANVAS} height={CANVAS} className="crop__picture" />
      </div>
      <p className="field__help" id={`${id}-help`}>
        拖动图片或用方向键移动，圆圈里的部分会成为头像
      </p>
      <label className="crop__zoom">
        <span>放大</span>
        <input
          type="range"
          min={1}
          max={ZOOM_MAX}
          step={0.05}
          value={crop.zoom}
          aria-valuetext={`${Math.round(crop.zoom * 100)}%`}
          onChange={({ target }) => setCrop((before) => zoomed(picture, before, Number(target.value)))}
        />
      </label>
      <div className="dialog__actions">
        <Button onClick={onCancel}>取消</Button>
        <Button variant="primary" onClick={done}>
          使用这张
        </Button>
      </div>
    </div>
  );
}
