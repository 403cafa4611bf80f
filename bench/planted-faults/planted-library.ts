import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PlantedFault } from './faults';

/** A copy of the compiled library that takes one fault at a time. */
export class PlantedLibrary {
  /** The folder that specs import in place of the package. */
  readonly folder: string;
  readonly #root: string;

  constructor(packageRoot: string) {
    this.#root = join(packageRoot, '.tmp', `planted-${process.pid}`);
    this.folder = join(this.#root, 'dist', 'lib');
    mkdirSync(this.#root, { recursive: true });
    cpSync(join(packageRoot, 'dist', 'lib'), this.folder, { recursive: true });
    cpSync(join(packageRoot, 'config'), join(this.#root, 'config'), { recursive: true });
    cpSync(join(packageRoot, 'package.json'), join(this.#root, 'package.json'));
  }

  /** @throws Error when the text does not occur exactly once in its file */
  verify({ name, file, text }: PlantedFault): void {
    const times = readFileSync(join(this.folder, file), 'utf8').split(text).length - 1;
    if (times !== 1)
      throw new Error(`The text of the fault "${name}" occurs ${times} times in ${file} instead of once: correct it.`);
  }

  /** Runs a function while the library has the fault. */
  async withFault<T>(fault: PlantedFault, work: () => Promise<T>): Promise<T> {
    this.verify(fault);
    const path = join(this.folder, fault.file);
    const before = readFileSync(path, 'utf8');
    writeFileSync(path, before.split(fault.text).join(fault.replacement));
    try {
      return await work();
    } finally {
      writeFileSync(path, before);
    }
  }

  remove(): void {
    rmSync(this.#root, { recursive: true });
  }
}
