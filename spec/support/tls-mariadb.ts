import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { privateSource } from '../../bench/mariadb/mariadb-binaries';
import { startMariadb } from '../../bench/mariadb/start-mariadb';
import { Certificates } from './certificates';

/** A private MariaDB with a certificate of its own authority. */
export interface TlsMariadb {
  /** Its certificates: `ca.pem`, `other.pem` of an authority that nobody used, `client.pem` and `client.key`. */
  readonly directory: string;
  /** The address with another host, and options. */
  url(host: '127.0.0.1' | 'localhost', options?: string): string;
  /** Changes the certificate of the server to one for `address` (127.0.0.1) or for `name` (localhost). */
  serve(certificate: 'address' | 'name'): Promise<void>;
  send(sql: string): Promise<void>;
  stop(): Promise<void>;
}

export async function startTlsMariadb(): Promise<TlsMariadb> {
  const directory = await mkdtemp(join(tmpdir(), 'koaggregate-tls-'));
  const certificates = new Certificates(directory);
  for (const name of ['ca', 'other']) await certificates.authority(name);
  await certificates.certificate('address', 'ca', 'DNS:db.example,IP:127.0.0.1');
  await certificates.certificate('name', 'ca', 'DNS:localhost');
  await certificates.certificate('client', 'ca', 'DNS:client');
  await certificates.copy('address', 'server');
  const file = (name: string) => certificates.path(name);
  const options = [`--ssl-ca=${file('ca.pem')}`, `--ssl-cert=${file('server.pem')}`, `--ssl-key=${file('server.key')}`];
  const server = await startMariadb(options);
  const send = (sql: string) => sendTo(server.url, sql);
  return {
    directory,
    url: (host, query = '') => `${server.url.replace('127.0.0.1', host)}${query}`,
    serve: async (certificate) => {
      await certificates.copy(certificate, 'server');
      await send('FLUSH SSL');
    },
    send,
    stop: async () => {
      await server.stop();
      await rm(directory, { recursive: true });
    },
  };
}

async function sendTo(url: string, sql: string): Promise<void> {
  const connection = await createConnection(url);
  await connection.query(sql).finally(() => connection.end());
}

/** Like `describe`, but skipped without a server to start, or without openssl. */
export const describeWithTls = isPossible() ? describe : describe.skip;

function isPossible(): boolean {
  const source = privateSource();
  const reason = source.kind === 'none' ? 'there is no mariadbd' : opensslFault();
  if (reason !== undefined) process.stderr.write(`MariaDB with TLS: not possible (${reason}): its specs are skipped\n`);
  return reason === undefined;
}

function opensslFault(): string | undefined {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'there is no openssl';
  }
}
