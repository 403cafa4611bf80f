import { pluralize, snakeCase } from '../../naming';
import type { Field } from '../model/field';
import { CodeFile } from './code-file';

/** What the spec of a model is about. */
export interface SpecSubject {
  readonly className: string;
  /** As it is imported from the spec; so are the others. */
  readonly module: string;
  readonly fields: readonly Field[];
  /** The classes above it, the root first; each with the member that leads on. */
  readonly parents: readonly SpecParent[];
  /** Of the resource of the root, with a slash before it. */
  readonly rootPath: string;
  readonly application: { readonly className: string; readonly module: string };
}

export interface SpecParent {
  readonly className: string;
  readonly module: string;
  readonly member: string;
}

/** The resource that the routes of a root begin with. */
export function rootPathOf(className: string, resourceName = snakeCase(pluralize(className))): string {
  return `/${resourceName}`;
}

/** The spec of a model: each of its routes once, and what they reject. */
export function modelSpecText(subject: SpecSubject): string {
  const { className, module, parents, application } = subject;
  const file = new CodeFile()
    .use('koaggregate/testing', 'matchers', 'startTestApplication', 'type TestApplication')
    .use(application.module, application.className)
    .use(module, className);
  for (const parent of parents) file.use(parent.module, parent.className);
  const tests = [CREATING, ...finding(subject), ...changing(subject), DELETING, ...requiring(subject), REJECTING];
  return file
    .add('expect.extend(matchers);', '', `describe('${pathShape(subject)}', () => {`)
    .add(STARTING.replace('APPLICATION', application.className), pathFunctions(subject))
    .add(tests.join('\n').replaceAll('CLASS', className), '});')
    .toString()
    .replace(/\n\n\}\);\n$/, '\n});\n');
}

const STARTING = `  let api: TestApplication;

  beforeAll(async () => {
    api = await startTestApplication(APPLICATION);
  });
  afterAll(() => api.stop());
  beforeEach(() => api.begin());
  afterEach(() => api.rollback());
`;

const CREATING = `  it('creates one, which can be read', async () => {
    const { status, body, headers } = await api.request.post(await collection(), api.payload(CLASS));

    expect(status).toBe(201);
    expect((await api.request.get(headers.get('location')!)).body).toEqual(body);
  });
`;

const DELETING = `  it('deletes one', async () => {
    const path = await created();

    const { status } = await api.request.delete(path);

    expect(status).toBe(204);
    expect(await api.request.get(path)).toBeProblem(404);
  });
`;

const REJECTING = `  it('rejects a field that is unknown', async () => {
    const payload = { ...(await api.payload(CLASS)), of_nobody: 1 };

    expect(await api.request.post(await collection(), payload)).toHaveFieldError('of_nobody');
  });
`;

function pathShape({ rootPath, parents }: SpecSubject): string {
  const idOf = (className: string) => `{${snakeCase(className)}_id}`;
  return parents.reduce((path, { className, member }) => `${path}/${idOf(className)}/${snakeCase(member)}`, rootPath);
}

/** Of the spec: the path of the collection, which for a child is below parents of its own, and that of one in it. */
function pathFunctions({ className, rootPath, parents }: SpecSubject): string {
  const steps = parents.map(({ className: parent, member }, index) => {
    const above = index === 0 ? `'${rootPath}'` : `\`\${path}/${snakeCase(parents[index - 1]!.member)}\``;
    return { line: `    ${index === 0 ? 'let ' : ''}path = ${created(above, parent)};\n`, member: snakeCase(member) };
  });
  const lines = steps.map(({ line }) => (steps.length === 1 ? line.replace('let', 'const') : line));
  const last = steps.at(-1);
  const result = last ? `\`\${path}/${last.member}\`` : `'${rootPath}'`;
  return `  ${last ? '/** Below parents of its own. */\n  ' : ''}async function collection(): Promise<string> {
${lines.join('')}    return ${result};
  }

  /** The path of one in it. */
  async function created(): Promise<string> {
    return ${created('await collection()', className)};
  }
`;
}

function created(path: string, className: string): string {
  return `(await api.request.post(${path}, api.payload(${className}))).headers.get('location')!`;
}

function finding({ fields }: SpecSubject): readonly string[] {
  const field = fields.find(({ isSearchable, isHidden }) => isSearchable && !isHidden);
  if (!field) return [];
  const name = snakeCase(field.name);
  return [
    `  it('finds one by ${name}', async () => {
    const path = await collection();
    const { body } = await api.request.post(path, api.payload(CLASS));

    const found = await api.request.get(\`\${path}?\${new URLSearchParams({ ${name}: String(body.${name}) })}\`);

    expect(found.body).toEqual([body]);
  });
`,
  ];
}

function changing({ fields }: SpecSubject): readonly string[] {
  const field = fields.find((one) => isWritable(one) && !one.isKey);
  if (!field) return [];
  const name = snakeCase(field.name);
  return [
    `  it('changes the fields that are named', async () => {
    const path = await created();
    const { ${name} } = await api.payload(CLASS);

    const { status, body } = await api.request.put(path, { ${name} });

    expect(status).toBe(200);
    expect(body).toMatchObject({ ${name} });
  });
`,
  ];
}

function requiring({ fields }: SpecSubject): readonly string[] {
  const required = fields.filter((one) => isWritable(one) && one.isRequired && one.default === undefined);
  if (required.length === 0) return [];
  return [
    `  it.each([${required.map(({ name }) => `'${snakeCase(name)}'`).join(', ')}])('needs %s', async (field) => {
    const payload = { ...(await api.payload(CLASS)), [field]: undefined };

    expect(await api.request.post(await collection(), payload)).toHaveFieldError(field);
  });
`,
  ];
}

function isWritable({ isHidden, isReadOnly }: Field): boolean {
  return !isHidden && !isReadOnly;
}
