import { connect, isIP, type Socket } from 'node:net';
import type { DatabaseUrl } from '../database-url';

/** The options of the driver that come from the URL and `db.ssl`. */
export function driverOptions(
  { options, host, port }: DatabaseUrl,
  ssl: { readonly verifyIdentity?: boolean } | undefined,
): object {
  const { charset, connectTimeoutMs, socketPath } = options;
  const isAddress = ssl?.verifyIdentity === true && socketPath === undefined && isIP(host!) !== 0;
  return {
    ...(charset !== undefined && { charset }),
    ...(connectTimeoutMs !== undefined && { connectTimeout: connectTimeoutMs }),
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
  socket.on('connect', () => socket.setKeepAlive(true));
  return Object.assign(socket, { _host: host });
}
