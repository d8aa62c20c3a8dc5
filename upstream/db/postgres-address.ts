import type { Client } from "pg";

/** Parts of an address of PostgreSQL. */
export type PostgresAddress = {
  /** Name of a machine, or folder of a socket. */
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
  /** Parameters after the `?`. */
  parameters: URLSearchParams;
};

/**
 * Reads an address as the driver does, whose addresses of sockets are no URLs: `postgres://me@/db?host=/run/postgresql`.
 * @throws Error that does not contain the address, and so no password
 */
export async function readPostgresAddress(written: string): Promise<PostgresAddress> {
  const { default: pg } = await import("pg");
  const { host, port, user = "", password, database = "" } = clientOf(pg, written);
  const parameters = new URLSearchParams(written.split("?").slice(1).join("?"));
  return { host, port, user, password: password ?? "", database, parameters };
}

/** A client that is never connected. */
function clientOf(pg: { Client: new (written: string) => Client }, written: string): Client {
  try {
    return new pg.Client(written);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // The error of a URL has the whole of it among its properties.
    throw code === "ERR_INVALID_URL" ? new Error("地址写得不对：应为 postgres://用户:密码@主机/数据库") : error;
  }
}
