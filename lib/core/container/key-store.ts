import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createSecureContext, type SecureContextOptions } from 'node:tls';
import { Mistakes, readFault } from '../../foundation';
import type { ConnectorSettings, SslSettings } from '../config/container-configuration';
import { StartError } from './errors';

const JKS_MAGIC = 'feedfeed';

/** A key file, with the configuration key that names it. */
interface KeyFile {
  /** `keys/library.p12`, relative to the project root. */
  readonly file: string;
  /** `server.connectors.1.ssl.keyStoreFile` */
  readonly key: string;
  readonly content: Buffer;
}

/**
 * Loads the keys of all https connectors, so that an unusable one fails before anything is started.
 *
 * @throws StartError KEY_STORE_UNREADABLE; SeveralMistakes of these
 */
export function verifyKeys(connectors: readonly ConnectorSettings[], projectRoot: string): void {
  const mistakes = new Mistakes();
  for (const [index, { ssl }] of connectors.entries()) {
    mistakes.collect(() => ssl && readKeys(ssl, `server.connectors.${index}`, projectRoot));
  }
  mistakes.report();
}

/**
 * Reads and checks the key and the certificate of an https connector.
 *
 * @param connector  the configuration key: `server.connectors.0`
 * @throws StartError KEY_STORE_UNREADABLE, which says how to convert an unsupported store
 */
export function readKeys(ssl: SslSettings, connector: string, projectRoot: string): SecureContextOptions {
  const { keyStoreFile, certFile, keyFile } = ssl;
  const read = (name: keyof SslSettings, file = '') => readKeyFile(file, `${connector}.ssl.${name}`, projectRoot);
  if (keyStoreFile) return storeOptions(read('keyStoreFile', keyStoreFile), ssl);
  const mistakes = new Mistakes();
  const files: KeyFile[] = [];
  mistakes.collect(() => files.push(read('certFile', certFile)));
  mistakes.collect(() => files.push(read('keyFile', keyFile)));
  mistakes.report();
  return pemOptions(files[0]!, files[1]!, ssl);
}

function readKeyFile(file: string, key: string, projectRoot: string): KeyFile {
  try {
    return { file, key, content: readFileSync(resolve(projectRoot, file)) };
  } catch (error) {
    throw unreadable({ file, key }, `${readFault(error)} (${resolve(projectRoot, file)}): correct the path`);
  }
}

function storeOptions(store: KeyFile, { keyStorePassword, keyPassword }: SslSettings): SecureContextOptions {
  if (store.content.subarray(0, 4).toString('hex') === JKS_MAGIC) throw unreadable(store, JKS);
  const options = { pfx: store.content, passphrase: keyStorePassword ?? keyPassword };
  const name = keyStorePassword === undefined && keyPassword !== undefined ? 'keyPassword' : 'keyStorePassword';
  const fault = faultOf(options);
  if (fault !== undefined) throw unreadable(store, storeReason(fault, name, options.passphrase));
  // A PKCS#12 store has one password, so that a different keyPassword would never be used.
  if (keyPassword !== undefined && keyPassword !== options.passphrase) throw unreadable(store, OTHER_KEY_PASSWORD);
  return options;
}

function storeReason(fault: string, name: string, passphrase: string | undefined): string {
  if (OUTDATED_CIPHER.test(fault)) return OUTDATED;
  if (!WRONG_PASSWORD.test(fault)) return fault;
  return passphrase === undefined ? `it has a password: set ${name}` : `the password is wrong: correct ${name}`;
}

function pemOptions(cert: KeyFile, key: KeyFile, { keyPassword }: SslSettings): SecureContextOptions {
  const certFault = faultOf({ cert: cert.content });
  if (certFault !== undefined) throw unreadable(cert, `it holds no certificate in PEM (${certFault})`);
  const options = { cert: cert.content, key: key.content, passphrase: keyPassword };
  const fault = faultOf(options);
  if (fault === undefined) return options;
  if (MISMATCH.test(fault)) throw unreadable(key, `its key is not the one of the certificate ${cert.file}`);
  if (!WRONG_PASSWORD.test(fault)) throw unreadable(key, `it holds no private key in PEM (${fault})`);
  const reason = keyPassword === undefined ? 'it has a password: set' : 'the password is wrong: correct';
  throw unreadable(key, `${reason} keyPassword`);
}

const JKS =
  'it is a Java key store (JKS). Convert it with: keytool -importkeystore -srckeystore OLD -destkeystore NEW.p12 -deststoretype PKCS12';
const OUTDATED =
  'it is encrypted with an outdated cipher. Convert it with: openssl pkcs12 -legacy -in OLD -out all.pem -nodes, then openssl pkcs12 -export -in all.pem -out NEW.p12';
const OTHER_KEY_PASSWORD =
  'keyPassword is wrong: a PKCS#12 store has one password, keyStorePassword, which opens the key too. Remove keyPassword';

const OUTDATED_CIPHER = /unsupported/i;
const WRONG_PASSWORD = /mac verify|bad decrypt|passphrase|password|interrupted or cancelled/i;
const MISMATCH = /key values mismatch/i;

/** The message of OpenSSL for keys that it cannot use. */
function faultOf(options: SecureContextOptions): string | undefined {
  try {
    createSecureContext(options);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function unreadable({ file, key }: Pick<KeyFile, 'file' | 'key'>, reason: string): StartError {
  return new StartError('KEY_STORE_UNREADABLE', file, key, reason);
}
