import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { Command } from 'commander';
import { repeatable } from '../option-values';
import { PROJECT_DIR } from '../project/project-options';
import { writeFiles } from '../project/write-files';
import { modelText } from '../templates/model';
import { modelSpecText, rootPathOf } from '../templates/model-spec';
import type { Terminal } from '../terminal';
import { addMember } from './add-member';
import { pathTo } from './domain-outline';
import { writeModelMigration } from './model-migration';
import { type ModelOptions, type ModelPlan, type OtherSide, planModel } from './plan-model';
import { DOMAIN_FOLDER, type ProjectSources, projectSources } from './project-sources';
import { verifyDecimals } from './verify-decimals';

interface GenerateModelOptions extends ModelOptions {
  readonly force?: boolean;
  readonly projectDir?: string;
}

/** `koaggregate generate-model NAME`: generates a domain class, its spec, the other side of its associations, and its migration. */
export function generateModelCommand(terminal: Terminal, exit: (code: number) => void): Command {
  return new Command('generate-model')
    .description('Generate a domain class, its spec, and the other side of its associations')
    .argument('<name>', 'class name in the singular: CartItem')
    .option('--aggregate-root', 'make the class an aggregate root, with a resource of its own')
    .option(
      '--fields <fields>',
      'fields as name:type:mark:mark, separated by commas: "sku:string(20):required:unique,price:decimal"',
    )
    .option(
      '--belongs-to <class>',
      'class that it is a child of, or refers to; Order:items names the collection; repeatable',
      repeatable,
    )
    .option(
      '--has-many <class>',
      'existing class that it has a collection of; Item:items names the collection; repeatable',
      repeatable,
    )
    .option('--force', 'overwrite existing files')
    .option('--project, --project-dir <dir>', PROJECT_DIR)
    .addHelpText('after', TYPES)
    .action(async (name: string, options: GenerateModelOptions) => {
      const sources = projectSources(options.projectDir);
      const plan = planModel(name, options, sources);
      await verifyDecimals(plan.model.fields, { projectDir: sources.root }, terminal);
      const edits = plan.otherSides.map((side) => ({ side, text: editedText(side) }));
      const files = [
        { path: `${DOMAIN_FOLDER}/${plan.model.fileName}.ts`, text: modelText(plan.model) },
        ...specOf(plan, sources),
      ];
      const written = writeFiles(sources.root, files, options);
      for (const { side, text } of edits) if (text !== undefined) writeFileSync(side.in.file, text);
      terminal.log(
        [...written.map(({ path }) => path), ...edits.map(({ side, text }) => editReport(side, text, sources))].join(
          '\n',
        ),
      );
      if (written.length === 1) terminal.error(noSpecMessage(plan, sources));
      if (!(await writeModelMigration(sources.root, plan.model.className, terminal))) exit(1);
    });
}

const TYPES = `
Types: string(20), text, integer, bigint, decimal(10,2), double, boolean, date, time, datetime (or instant), uuid, json, enum(a|b).
Marks: searchable, required, unique, key, hidden, read-only, default=VALUE.`;

function editedText({ in: type, name, member }: OtherSide): string | undefined {
  return addMember(readFileSync(type.file, 'utf8'), type.name, name, member);
}

function editReport({ in: type, name, member }: OtherSide, text: string | undefined, { root }: ProjectSources): string {
  const file = relative(root, type.file);
  if (text !== undefined) return `${file}: added "${name}" to ${type.name}`;
  const lines = member.lines.map((line) => `    ${line}`).join('\n');
  return `${file}: not changed. Add this to ${type.name} if it is missing:\n${lines}`;
}

/** The spec of a class; none for a class without routes, or when the project's application is not found. */
function specOf({ model, parent }: ModelPlan, { domain, application, isEsm, root }: ProjectSources) {
  const path = parent && pathTo(parent.className, domain);
  if (!application || (!model.isRoot && !path)) return [];
  const imported = (module: string) => `../../${module}${isEsm ? '.js' : ''}`;
  const parents = path ? [path.root, ...path.steps.map(({ to }) => to)] : [];
  const members = path && parent ? [...path.steps.map(({ member }) => member), parent.member] : [];
  const text = modelSpecText({
    ...model,
    module: imported(`${DOMAIN_FOLDER}/${model.fileName}`),
    parents: parents.map(({ name, file }, index) => ({
      className: name,
      module: imported(relative(root, file).replaceAll('\\', '/').replace(/\.ts$/, '')),
      member: members[index]!,
    })),
    rootPath: path ? rootPathOf(path.root.name, path.root.resourceName) : rootPathOf(model.className),
    application: { className: application.className, module: imported(application.module) },
  });
  return [{ path: `spec/domain/${model.fileName}.spec.ts`, text }];
}

function noSpecMessage({ model: { className } }: ModelPlan, { application }: ProjectSources): string {
  if (!application) return 'No spec was written: no module of the project exports a class that extends Application.';
  return `No spec was written: no route leads to ${className}. Run the command again with --force, and --aggregate-root or --belongs-to ROOT.`;
}
