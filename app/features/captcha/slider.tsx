import { type KeyboardEvent, useId, useState } from "react";
import { isComposing } from "#app/components/ui/is-composing";

/** Pixels of AJ-Captcha's picture and its piece; both are scaled to the available width. */
const WIDTH = 310;
const HEIGHT = 155;
const PIECE = 47;

type Props = {
  /** PNG in base64. */
  picture: string;
  piece: string;
  disabled: boolean;
  /** `x` in pixels of the picture, on release or Enter. */
  onAnswer: (x: number) => void;
};

/** AJ-Captcha's picture with a missing piece; a range input moves the piece, by pointer or arrow keys. */
export function Slider({ picture, piece, disabled, onAnswer }: Props) {
  const id = useId();
  const [x, setX] = useState(0);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || isComposing(event.nativeEvent)) return;
    // Enter would submit the enclosing form.
    event.preventDefault();
    onAnswer(x);
  };
  return (
    <div className="slider">
      <div className="slider__picture">
        <img src={`data:image/png;base64,${picture}`} alt="" width={WIDTH} height={HEIGHT} draggable={false} />
        <img
          src={`data:image/png;base64,${piece}`}
          alt=""
          width={PIECE}
          height={HEIGHT}
          draggable={false}
          className="slider__piece"
          style={{ left: `${(x / WIDTH) * 100}%` }}
        />
      </div>
      <label className="visually-hidden" htmlFor={id}>
        拖动滑块，让拼图块填满缺口
      </label>
      <input
        id={id}
        type="range"
        className="slider__range"
        min={0}
        max={WIDTH - PIECE}
        step={1}
        value={x}
        disabled={disabled}
        aria-describedby={`${id}-help`}
        onChange={(event) => setX(Number(event.target.value))}
        onPointerUp={() => x > 0 && onAnswer(x)}
        onKeyDown={onKeyDown}
      />
      <p className="slider__help" id={`${id}-help`}>
        拖动滑块填满缺口；也可以用方向键移动，按回车确认
      </p>
    </div>
  );
}
