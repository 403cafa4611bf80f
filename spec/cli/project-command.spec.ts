import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectCommand } from '../../lib/cli/project-command';

const ROOT = join(__dirname, '../..');

describe('A command that is installed outside of the project', () => {
  let project: string;
  const installed = () => join(project, 'node_modules/koaggregate');

  beforeEach(() => {
    project = realpathSync(mkdtempSync(join(tmpdir(), 'project-')));
    mkdirSync(join(project, 'src'));
    mkdirSync(installed(), { recursive: true });
    writeFileSync(join(installed(), 'package.json'), '{ "name": "koaggregate", "bin": { "koaggregate": "./cli.js" } }');
    writeFileSync(join(installed(), 'cli.js'), '');
  });
  afterEach(() => rmSync(project, { recursive: true }));

  it.each([
    ['from the folder of the project', [], ''],
    ['from a folder below it', ['routes'], 'src'],
    ['from elsewhere, with --project', ['routes', '--project', 'PROJECT'], '..'],
    ['from elsewhere, with --project-dir=', ['--project-dir=PROJECT', 'routes'], '..'],
  ])("hands over to the project's copy when it is called %s", (_, words, folder) => {
    const named = words.map((word) => word.replace('PROJECT', project));

    expect(projectCommand(named, join(project, folder))).toBe(join(installed(), 'cli.js'));
  });

  it('runs itself where no package is installed', () => {
    expect(projectCommand(['routes'], tmpdir())).toBeUndefined();
  });

  it("runs itself when the project's copy is itself, by a link too", () => {
    rmSync(installed(), { recursive: true });
    symlinkSync(ROOT, installed());

    expect(projectCommand(['routes'], project)).toBeUndefined();
    expect(projectCommand(['routes'], join(ROOT, 'samples/orders'))).toBeUndefined();
  });

  it('runs itself for a new project, which has no copy yet', () => {
    expect(projectCommand(['new', 'shop'], project)).toBeUndefined();
  });

  it("runs itself when the project's copy has no command", () => {
    rmSync(join(installed(), 'cli.js'));

    expect(projectCommand(['routes'], project)).toBeUndefined();
  });
});
