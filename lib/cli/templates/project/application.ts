import type { NewProject } from '../../new/new-project';

/** `src/main.ts` */
export function mainModule({ isEsm }: NewProject): string {
  const folder = isEsm ? 'import.meta.dirname' : '__dirname';
  const start = isEsm ? `await run(${container(folder)});` : `void run(${container(folder)});`;
  return `import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Container, run } from 'koaggregate';

const projectRoot = join(${folder}, '..');

// Settings of this machine, passwords among them. What the environment has already, stays.
const settings = join(projectRoot, '.env');
if (existsSync(settings)) process.loadEnvFile(settings);

${start}
`;
}

function container(folder: string): string {
  return `new Container({ projectRoot, moduleRoot: ${folder} })`;
}

/** `src/shop-application.ts` */
export function applicationModule({ className }: NewProject): string {
  return `import { Application } from 'koaggregate';

/** Its routes come from the classes in \`domain\`. */
export class ${className} extends Application {}
`;
}

/** `config/services/Application` */
export function services({ fileName }: NewProject): string {
  return `# The applications of the container: one module a line, from the folder of the compiled modules.\n${fileName}\n`;
}
