import type { NewProject } from '../../new/new-project';

/** `src/main.ts` */
export function mainModule({ isEsm }: NewProject): string {
  const folder = isEsm ? 'import.meta.dirname' : '__dirname';
  const start = isEsm ? `await run(${container(folder)});` : `void run(${container(folder)});`;
  return `import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Container, run } from 'koaggregate';

const projectRoot = join(${folder}, '..');

// Local settings, such as passwords. Variables that are already set keep their values.
const envFile = join(projectRoot, '.env');
if (existsSync(envFile)) process.loadEnvFile(envFile);

${start}
`;
}

function container(folder: string): string {
  return `new Container({ projectRoot, moduleRoot: ${folder} })`;
}

/** `src/shop-application.ts` */
export function applicationModule({ className }: NewProject): string {
  return `import { Application } from 'koaggregate';

/** Serves the aggregates in \`domain\`. Filters, plugins and hand-written routes are added here. */
export class ${className} extends Application {}
`;
}

/** `config/services/Application` */
export function services({ fileName }: NewProject): string {
  return `# The applications of the container: one module per line, relative to the compiled modules.\n${fileName}\n`;
}
