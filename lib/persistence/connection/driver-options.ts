import { connect, isIP, type Socket } from 'node:net';
import type { DatabaseUrl } from '../database-url';

/** Idle connections are probed, so that a router does not forget them. */
const KEEP_ALIVE_AFTER_MS = 30_000;

/** The options of the driver that come from the URL, `db.ssl` and `db.connectTimeoutMs`. */
export function driverOptions(
  { options, host, port }: DatabaseUrl,
  ssl: { readonly verifyIdentity?: boolean } | undefined,
  connectTimeoutMs?: number,
): object {
  const { charset, connectTimeoutMs: connectTimeout = connectTimeoutMs, socketPath } = options;
  const isAddress = ssl?.verifyIdentity === true && socketPath === undefined && isIP(host!) !== 0;
  return {
    ...(charset !== undefined && { charset }),
    ...(connectTimeout !== undefined && { connectTimeout }),
    keepAliveInitialDelay: KEEP_ALIVE_AFTER_MS,
    ...(socketPath !== undefined && { socketPath }),
    ...(ssl && { ssl }),
    ...(isAddress && { stream: () => socketTo(host!, port!) }),
  };
}

/**
 * The driver names no host to Node.js if it is an address, and Node.js would compare the certificate with `localhost`. It
 * takes the host from the socket.
 */
function socketTo(host: string, port: number): Socket {
  const socket = connect(port, host);
  socket.setNoDelay(true);
  socket.on('connect', () => socket.setKeepAlive(true, KEEP_ALIVE_AFTER_MS));
  return Object.assign(socket, { _host: host });
}
