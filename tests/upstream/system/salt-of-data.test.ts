import { expect, test } from "vitest";
import { createTestUpstream } from "#tests/upstream/support/harness";
import { readUpstreamConfig } from "#upstream/config";
import { rememberSalt, requireSalt } from "#upstream/db/salt-of-data";

test("a database remembers the first salt that its site had, and refuses another unless told to take it", async () => {
  const upstream = await createTestUpstream();
  const { db } = upstream.services;
  const salt = (shortIdSalt: string, allowsNewSalt = false) => ({ shortIdSalt, allowsNewSalt });
  await rememberSalt(db, salt(""));
  await requireSalt(db, salt("any"));
  await rememberSalt(db, salt("first"));
  await rememberSalt(db, salt("second"));
  await requireSalt(db, salt("first"));
  await requireSalt(db, salt(""));
  await expect(requireSalt(db, salt("second"))).rejects.toThrow(/^HASHID_SALT: .*ALLOW_NEW_SALT=1/);
  await requireSalt(db, salt("second", true));
  await rememberSalt(db, salt("second", true));
  await requireSalt(db, salt("second"));
  await expect(requireSalt(db, salt("first"))).rejects.toThrow(/HASHID_SALT/);
  await upstream.close();
});

test("production has no salt by default, since the demo's is public", () => {
  const production = {
    APP_MODE: "production",
    SECRET_KEY: "r7Kx2mQ9vT4wZ8pL3nB6cY1hJ5dF0gSa",
    ALLOW_INSECURE_ORIGIN: "1",
  };
  expect(readUpstreamConfig(production).shortIdSalt).toBe("");
  expect(readUpstreamConfig({}).shortIdSalt).not.toBe("");
});
