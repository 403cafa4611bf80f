import { loadPackage } from '../../foundation';
import { libraryMissing } from '../errors';

/** The part of bcryptjs that is used here. */
interface Bcrypt {
  hash(password: string, rounds: number): Promise<string>;
  compare(password: string, hash: string): Promise<boolean>;
  truncates(password: string): boolean;
}

const ROUNDS = 10;
const HASH = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/;

/** Passwords as bcrypt hashes them; longer ones than its 72 bytes are refused, not cut. */
export class PasswordHasher {
  readonly #bcrypt: Bcrypt;
  /** One hash of no password for each cost, so that an unknown name takes as long as a wrong password. */
  readonly #decoys = new Map<number, Promise<string>>();
  #usualRounds = ROUNDS;

  /** @throws SecurityError LIBRARY_MISSING */
  constructor(purpose: string, projectRoot = process.cwd()) {
    this.#bcrypt = loadPackage('bcryptjs', projectRoot, libraryMissing(purpose, 'bcryptjs')) as Bcrypt;
  }

  /** @throws RangeError for a password of more than 72 bytes */
  async hash(password: string): Promise<string> {
    if (this.#bcrypt.truncates(password)) throw new RangeError('A password has at most 72 bytes.');
    return this.#bcrypt.hash(password, ROUNDS);
  }

  /** @param hash undefined where nobody has the name: it takes as long, and is false */
  async verify(password: string, hash: string | undefined): Promise<boolean> {
    const rounds = roundsOf(hash);
    if (rounds !== undefined) this.#usualRounds = rounds;
    const compared = rounds === undefined ? await this.#decoy() : hash!;
    const isRight = await this.#bcrypt.compare(password, compared);
    return isRight && rounds !== undefined && !this.#bcrypt.truncates(password);
  }

  #decoy(): Promise<string> {
    const known = this.#decoys.get(this.#usualRounds);
    if (known) return known;
    const made = this.#bcrypt.hash('', this.#usualRounds);
    this.#decoys.set(this.#usualRounds, made);
    return made;
  }
}

/** Undefined for what is no hash. */
export function roundsOf(hash: string | undefined): number | undefined {
  const found = HASH.exec(hash ?? '');
  return found ? Number(found[1]) : undefined;
}
