import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Bundle, Container } from 'koaggregate/core';
import { generate } from 'selfsigned';

const NAMES = [
  { type: 2, value: 'localhost' },
  { type: 7, ip: '127.0.0.1' },
] as const;

/**
 * Creates a self-signed certificate for the https connectors at each start, before their ports open.
 *
 * For local use only.
 */
export class CertificateBundle implements Bundle {
  async init({ configuration, options }: Container): Promise<void> {
    for (const { ssl } of configuration.server.connectors) {
      if (!ssl?.certFile || !ssl.keyFile) continue;
      const root = options.projectRoot ?? process.cwd();
      await writeKeys(resolve(root, ssl.certFile), resolve(root, ssl.keyFile));
    }
  }

  start(): void {
    // The container reads the files.
  }

  stop(): void {
    // The next start overwrites them.
  }
}

async function writeKeys(certFile: string, keyFile: string): Promise<void> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [{ name: 'subjectAltName', altNames: [...NAMES] }],
  });
  await mkdir(dirname(certFile), { recursive: true });
  await mkdir(dirname(keyFile), { recursive: true });
  await writeFile(certFile, cert);
  await writeFile(keyFile, key, { mode: 0o600 });
}
