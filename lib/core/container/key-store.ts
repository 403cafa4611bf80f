import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createSecureContext, type SecureContextOptions } from 'node:tls';
import type { SslSettings } from '../config/container-configuration';
import { StartError } from './errors';

const JKS_MAGIC = 'feedfeed';

/**
 * Reads key and certificate of an https connector, and tries them, so that a wrong password stops the start.
 *
 * @throws StartError KEY_STORE_UNREADABLE, which says how to convert a store of another kind
 */
export function readKeys(ssl: SslSettings, projectRoot: string): SecureContextOptions {
  const read = (file: string) => readKeyFile(resolve(projectRoot, file));
  const { keyStoreFile, certFile, keyFile } = ssl;
  if (keyStoreFile) {
    const pfx = read(keyStoreFile);
    if (pfx.subarray(0, 4).toString('hex') === JKS_MAGIC)
      throw new StartError('KEY_STORE_UNREADABLE', keyStoreFile, JKS);
    return tried({ pfx, passphrase: ssl.keyStorePassword ?? ssl.keyPassword }, keyStoreFile);
  }
  return tried({ cert: read(certFile ?? ''), key: read(keyFile ?? ''), passphrase: ssl.keyPassword }, keyFile ?? '');
}

const JKS =
  'it is a Java key store (JKS). Convert it with: keytool -importkeystore -srckeystore OLD -destkeystore NEW.p12 -deststoretype PKCS12';
const OUTDATED =
  'it is encrypted with an outdated cipher. Convert it with: openssl pkcs12 -legacy -in OLD -out all.pem -nodes, then openssl pkcs12 -export -in all.pem -out NEW.p12';

function readKeyFile(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new StartError('KEY_STORE_UNREADABLE', file, (error as NodeJS.ErrnoException).code ?? 'it cannot be read');
  }
}

function tried(options: SecureContextOptions, file: string): SecureContextOptions {
  try {
    createSecureContext(options);
    return options;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (/unsupported/i.test(message)) throw new StartError('KEY_STORE_UNREADABLE', file, OUTDATED);
    if (/mac verify|bad decrypt|passphrase|password|interrupted or cancelled/i.test(message)) {
      throw new StartError(
        'KEY_STORE_UNREADABLE',
        file,
        'the password is wrong: correct keyStorePassword or keyPassword',
      );
    }
    throw new StartError('KEY_STORE_UNREADABLE', file, message);
  }
}
