import fc from "fast-check";
import { expect, test } from "vitest";
import { centreCrop, moved, sideOf, ZOOM_MAX, zoomed } from "#app/features/account/crop-area";

const length = fc.integer({ min: 1, max: 12_000 });
const distance = fc.double({ min: -20_000, max: 20_000, noNaN: true });
const step = fc.oneof(
  fc.record({ right: distance, down: distance }),
  fc.record({ zoom: fc.double({ min: -3, max: 20, noNaN: true }) }),
);

test("starts with the largest square around the middle", () => {
  const picture = { width: 400, height: 200 };
  expect(centreCrop(picture)).toEqual({ x: 200, y: 100, zoom: 1 });
  expect(sideOf(picture, centreCrop(picture))).toBe(200);
});

test("moves up to the edge, and zooms around its centre", () => {
  const picture = { width: 400, height: 200 };
  expect(moved(picture, centreCrop(picture), -50, 30)).toEqual({ x: 150, y: 100, zoom: 1 });
  expect(moved(picture, centreCrop(picture), -500, 0).x).toBe(100);
  expect(zoomed(picture, centreCrop(picture), 2)).toEqual({ x: 200, y: 100, zoom: 2 });
  const corner = moved(picture, zoomed(picture, centreCrop(picture), 4), 900, 900);
  expect(corner).toEqual({ x: 375, y: 175, zoom: 4 });
  expect(zoomed(picture, corner, 1)).toEqual({ x: 300, y: 100, zoom: 1 });
});

test("is always a square within the picture", () => {
  fc.assert(
    fc.property(length, length, fc.array(step, { maxLength: 30 }), (width, height, steps) => {
      const picture = { width, height };
      let crop = centreCrop(picture);
      for (const one of steps) {
        crop = "zoom" in one ? zoomed(picture, crop, one.zoom) : moved(picture, crop, one.right, one.down);
        const half = sideOf(picture, crop) / 2;
        expect(crop.zoom).toBeGreaterThanOrEqual(1);
        expect(crop.zoom).toBeLessThanOrEqual(ZOOM_MAX);
        for (const [at, whole] of [
          [crop.x, width],
          [crop.y, height],
        ] as const) {
          expect(at - half).toBeGreaterThanOrEqual(-1e-6);
          expect(at + half).toBeLessThanOrEqual(whole + 1e-6);
        }
      }
    }),
  );
});
