import type { NewProject } from '../../new/new-project';
import type { NewFile } from '../../project/write-files';
import { applicationModule, mainModule, services } from './application';
import { applicationYml, containerYml, dotEnv, dotEnvExample } from './configuration';
import { deployedName, kubernetesYaml, systemdUnit } from './deployment';
import { composeYaml, dockerfile, dockerignore } from './docker';
import { gitignore } from './git';
import { packageJson, pnpmWorkspace } from './package-json';
import { readme } from './readme';
import { jestConfig, jestTsconfig, specTsconfig, tsconfig } from './typescript';

type Template = readonly [path: string | ((project: NewProject) => string), text: (project: NewProject) => string];

const TEMPLATES: readonly Template[] = [
  ['.dockerignore', dockerignore],
  ['.env', dotEnv],
  ['.env.example', dotEnvExample],
  ['.gitignore', gitignore],
  ['Dockerfile', dockerfile],
  ['README.md', readme],
  ['compose.yaml', composeYaml],
  ['config/container.yml', containerYml],
  ['config/services/Application', services],
  [({ configurationFile }) => `config/${configurationFile}`, applicationYml],
  [(project) => `deploy/${deployedName(project)}.service`, systemdUnit],
  ['deploy/kubernetes.yaml', kubernetesYaml],
  ['jest.config.js', jestConfig],
  ['migrations/.gitkeep', () => ''],
  ['package.json', packageJson],
  ['pnpm-workspace.yaml', pnpmWorkspace],
  ['spec/tsconfig.json', specTsconfig],
  ['src/main.ts', mainModule],
  [({ fileName }) => `src/${fileName}.ts`, applicationModule],
  ['tsconfig.json', tsconfig],
];

const SECRET_FILES = new Set(['.env']);

const ESM_TEMPLATES: readonly Template[] = [['spec/tsconfig.jest.json', jestTsconfig]];

/** The files of a new project, except its first model and spec. */
export function projectFiles(project: NewProject): readonly NewFile[] {
  const templates = project.isEsm ? [...TEMPLATES, ...ESM_TEMPLATES] : TEMPLATES;
  return templates.map(([template, text]) => {
    const path = typeof template === 'string' ? template : template(project);
    return { path, text: text(project), isSecret: SECRET_FILES.has(path) };
  });
}
