/** Letters and digits as strokes on a grid 4 wide and 6 high, without those that are easily confused. */
const STROKES: Record<string, string> = {
  "2": "0,1 1,0 3,0 4,1 4,2 0,6 4,6",
  "3": "0,0 4,0 2,2 4,3 4,5 3,6 1,6 0,5",
  "4": "3,6 3,0 0,4 4,4",
  "5": "4,0 0,0 0,3 3,2 4,3 4,5 3,6 0,6",
  "6": "3,0 1,1 0,3 0,5 1,6 3,6 4,5 4,4 3,3 0,4",
  "7": "0,0 4,0 1,6|1,3 3,3",
  "9": "1,6 3,5 4,3 4,1 3,0 1,0 0,1 0,2 1,3 4,2",
  A: "0,6 2,0 4,6|1,4 3,4",
  C: "4,1 3,0 1,0 0,1 0,5 1,6 3,6 4,5",
  E: "4,0 0,0 0,6 4,6|0,3 3,3",
  F: "4,0 0,0 0,6|0,3 3,3",
  H: "0,0 0,6|4,0 4,6|0,3 4,3",
  K: "0,0 0,6|4,0 0,3 4,6",
  L: "0,0 0,6 4,6",
  M: "0,6 0,0 2,3 4,0 4,6",
  N: "0,6 0,0 4,6 4,0",
  P: "0,6 0,0 3,0 4,1 4,2 3,3 0,3",
  R: "0,6 0,0 3,0 4,1 4,2 3,3 0,3|2,3 4,6",
  T: "0,0 4,0|2,0 2,6",
  U: "0,0 0,5 1,6 3,6 4,5 4,0",
  W: "0,0 1,6 2,2 3,6 4,0",
  X: "0,0 4,6|4,0 0,6",
  Y: "0,0 2,3 4,0|2,3 2,6",
};

/** Characters that can be drawn. */
export const LETTERS: readonly string[] = Object.keys(STROKES);

type Point = [x: number, y: number];

/** Strokes of one of `LETTERS`, each a polyline. */
export function strokesOf(letter: string): Point[][] {
  const lines = (STROKES[letter] ?? "").split("|");
  return lines.map((line) => line.split(" ").map((point) => point.split(",").map(Number) as Point));
}
