import { loadPackage } from '../../foundation';
import { libraryMissing } from '../errors';

/** The used part of bcryptjs. */
interface Bcrypt {
  hash(password: string, rounds: number): Promise<string>;
  compare(password: string, hash: string): Promise<boolean>;
}

const ROUNDS = 10;
const MAX_BYTES = 72;
const HASH = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/;

/** Hashes passwords with bcrypt; passwords of more than its 72 bytes are rejected, not truncated. */
export class PasswordHasher {
  readonly #bcrypt: Bcrypt;
  /** Hashes to compare with for unknown names, by cost: they take as long as wrong passwords. */
  readonly #decoys = new Map<number, Promise<string>>();
  #lastRounds = ROUNDS;

  /** @throws SecurityError LIBRARY_MISSING */
  constructor(purpose: string, projectRoot = process.cwd()) {
    this.#bcrypt = loadPackage('bcryptjs', projectRoot, libraryMissing(purpose, 'bcryptjs')) as Bcrypt;
  }

  /** @throws RangeError for a password of more than 72 bytes */
  async hash(password: string): Promise<string> {
    if (isTruncated(password)) throw new RangeError(`A password has at most ${MAX_BYTES} bytes.`);
    return this.#bcrypt.hash(password, ROUNDS);
  }

  /** @param hash undefined for an unknown name: the result is false, after the same time */
  async verify(password: string, hash: string | undefined): Promise<boolean> {
    const rounds = roundsOf(hash);
    if (rounds !== undefined) this.#lastRounds = rounds;
    const compared = rounds === undefined ? await this.#decoy() : hash!;
    const isEqual = await this.#bcrypt.compare(password, compared);
    return isEqual && rounds !== undefined && !isTruncated(password);
  }

  #decoy(): Promise<string> {
    const cached = this.#decoys.get(this.#lastRounds);
    if (cached) return cached;
    const decoy = this.#bcrypt.hash('', this.#lastRounds);
    this.#decoys.set(this.#lastRounds, decoy);
    return decoy;
  }
}

/** Whether bcrypt would ignore the end of a password. */
function isTruncated(password: string): boolean {
  return Buffer.byteLength(password) > MAX_BYTES;
}

/** The cost of a bcrypt hash; undefined for any other text. */
export function roundsOf(hash: string | undefined): number | undefined {
  const rounds = HASH.exec(hash ?? '')?.[1];
  return rounds === undefined ? undefined : Number(rounds);
}
