import { execFile } from 'node:child_process';
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Makes certificates with openssl, in a directory of the caller. */
export class Certificates {
  constructor(readonly directory: string) {}

  path(name: string): string {
    return join(this.directory, name);
  }

  /** `<name>.pem` and `<name>.key` of an authority. */
  async authority(name: string): Promise<void> {
    const subject = ['-subj', `/CN=${name}`, '-addext', 'basicConstraints=critical,CA:TRUE'];
    await this.#openssl('req', '-x509', ...NEW_KEY, '-days', '2', ...subject, ...this.#files(name, `${name}.pem`));
  }

  /** `<name>.pem` and `<name>.key`, issued by an authority for names such as `DNS:localhost,IP:127.0.0.1`. */
  async certificate(name: string, authority: string, alternatives: string): Promise<void> {
    await this.#openssl('req', ...NEW_KEY, '-subj', `/CN=${name}`, ...this.#files(name, `${name}.csr`));
    await writeFile(this.path(`${name}.ext`), `subjectAltName=${alternatives}\n`);
    const issuer = ['-CA', this.path(`${authority}.pem`), '-CAkey', this.path(`${authority}.key`), '-CAcreateserial'];
    const files = ['-in', this.path(`${name}.csr`), '-out', this.path(`${name}.pem`)];
    await this.#openssl('x509', '-req', '-days', '2', ...issuer, ...files, '-extfile', this.path(`${name}.ext`));
  }

  /** Gives a certificate with its key another name. */
  async copy(name: string, to: string): Promise<void> {
    await copyFile(this.path(`${name}.pem`), this.path(`${to}.pem`));
    await copyFile(this.path(`${name}.key`), this.path(`${to}.key`));
  }

  #files(name: string, out: string): string[] {
    return ['-keyout', this.path(`${name}.key`), '-out', this.path(out)];
  }

  async #openssl(...command: readonly string[]): Promise<void> {
    await run('openssl', command);
  }
}

const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
