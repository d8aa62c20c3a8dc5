import { describe, expect, test } from "vitest";
import { isObjectUrl } from "#app/components/ui/object-url";
import { resized } from "#app/contract/files/resized-picture";

const HOSTS = ["img.example.com", "bucket.oss-cn-hangzhou.aliyuncs.com"];

describe("pictures that the object store can resize", () => {
  test.each([
    "/oss/content/202601/a.webp",
    "/oss/content/a.jpg?v=2",
    "https://img.example.com/a.png",
    "https://bucket.oss-cn-hangzhou.aliyuncs.com/x/y.jpg?x=1",
  ])("%s", (url) => expect(isObjectUrl(url, HOSTS)).toBe(true));
});

describe("pictures that are asked for as they are", () => {
  test.each([
    ["of another site", "https://elsewhere.example/a.png"],
    ["of a host of a like name", "https://img.example.com.evil.example/a.png"],
    ["of a host in the user part", "https://img.example.com@evil.example/a.png"],
    ["on plain http", "http://img.example.com/a.png"],
    ["on another port", "https://img.example.com:8443/a.png"],
    ["with no scheme", "//img.example.com/a.png"],
    ["of the site itself", "/images/avatar.svg"],
    ["signed by OSS", "/oss/private/a.jpg?Expires=1&OSSAccessKeyId=x&Signature=y"],
    ["signed by OSS, version 4", "https://img.example.com/a.jpg?x-oss-signature=abc"],
    ["signed by S3", "https://img.example.com/a.jpg?X-Amz-Algorithm=a&X-Amz-Signature=b"],
    ["processed already", "/oss/content/a.jpg?x-oss-process=image/resize,w_100"],
    ["drawings", "/oss/demo/cover.svg"],
    ["drawings with a query", "/oss/demo/cover.svg?v=1"],
    ["inline", "data:image/png;base64,AAAA"],
    ["nothing", ""],
  ])("%s", (_, url) => expect(isObjectUrl(url, HOSTS)).toBe(false));
});

test("the width is added to the query, beside existing parameters", () => {
  expect(resized("/oss/a.jpg", 320)).toBe("/oss/a.jpg?x-oss-process=image/resize,w_320/format,webp");
  expect(resized("/oss/a.jpg?v=2", 640)).toBe("/oss/a.jpg?v=2&x-oss-process=image/resize,w_640/format,webp");
});
