import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PlantedFault } from './faults';

/** A copy of the compiled library that takes one fault at a time. */
export class PlantedLibrary {
  /** What specs import in place of the package. */
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

  /** @throws Error where the text does not stand in its file exactly once */
  verify({ name, file, text }: PlantedFault): void {
    const times = readFileSync(join(this.folder, file), 'utf8').split(text).length - 1;
    if (times !== 1)
      throw new Error(`The fault "${name}" looks for a text that stands ${times} times in ${file}: correct it.`);
  }

  /** Runs work on the library with the fault in it. */
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
