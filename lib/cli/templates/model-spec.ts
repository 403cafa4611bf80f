import { pluralize, snakeCase } from '../../naming';
import type { Field } from '../model/field';
import { CodeFile } from './code-file';

/** The model that a spec is generated for. */
export interface SpecSubject {
  readonly className: string;
  /** The import specifier in the spec. */
  readonly module: string;
  readonly fields: readonly Field[];
  /** The classes above it, starting at the root, each with the collection that leads to the next. */
  readonly parents: readonly SpecParent[];
  /** The path of the root's resource: `/orders`. */
  readonly rootPath: string;
  readonly application: { readonly className: string; readonly module: string };
}

export interface SpecParent {
  readonly className: string;
  readonly module: string;
  readonly member: string;
}

/** The path that the routes of a root begin with. */
export function rootPathOf(className: string, resourceName = snakeCase(pluralize(className))): string {
  return `/${resourceName}`;
}

/** Generates the spec of a model: each route once, and the payloads that it rejects. */
export function modelSpecText(subject: SpecSubject): string {
  const { className, module, parents, application } = subject;
  const file = new CodeFile()
    .use('koaggregate/testing', 'matchers', 'startTestApplication', 'type TestApplication')
    .use(application.module, application.className)
    .use(module, className);
  for (const parent of parents) file.use(parent.module, parent.className);
  const tests = [
    CREATE_TEST,
    ...searchTest(subject),
    ...updateTest(subject),
    DELETE_TEST,
    ...requiredTest(subject),
    UNKNOWN_FIELD_TEST,
  ];
  return file
    .add('expect.extend(matchers);', '', `describe('${pathShape(subject)}', () => {`)
    .add(START_AND_STOP.replace('APPLICATION', application.className), pathFunctions(subject))
    .add(tests.join('\n').replaceAll('CLASS', className), '});')
    .toString()
    .replace(/\n\n\}\);\n$/, '\n});\n');
}

const START_AND_STOP = `  let api: TestApplication;

  beforeAll(async () => {
    api = await startTestApplication(APPLICATION);
  });
  afterAll(() => api.stop());
  beforeEach(() => api.begin());
  afterEach(() => api.rollback());
`;

const CREATE_TEST = `  it('POST creates an entity that GET returns', async () => {
    const { status, body, headers } = await api.request.post(await collectionPath(), api.payload(CLASS));

    expect(status).toBe(201);
    expect((await api.request.get(headers.get('location')!)).body).toEqual(body);
  });
`;

const DELETE_TEST = `  it('DELETE removes the entity', async () => {
    const path = await create();

    const { status } = await api.request.delete(path);

    expect(status).toBe(204);
    expect(await api.request.get(path)).toBeProblem(404);
  });
`;

const UNKNOWN_FIELD_TEST = `  it('POST rejects an unknown field', async () => {
    const payload = { ...(await api.payload(CLASS)), no_such_field: 1 };

    expect(await api.request.post(await collectionPath(), payload)).toHaveFieldError('no_such_field');
  });
`;

function pathShape({ rootPath, parents }: SpecSubject): string {
  const idOf = (className: string) => `{${snakeCase(className)}_id}`;
  return parents.reduce((path, { className, member }) => `${path}/${idOf(className)}/${snakeCase(member)}`, rootPath);
}

/** The functions of the spec that return the path of the collection and of a new entity. */
function pathFunctions({ className, rootPath, parents }: SpecSubject): string {
  const steps = parents.map(({ className: parent, member }, index) => {
    const above = index === 0 ? `'${rootPath}'` : `\`\${path}/${snakeCase(parents[index - 1]!.member)}\``;
    return {
      line: `    ${index === 0 ? 'let ' : ''}path = ${createCall(above, parent)};\n`,
      member: snakeCase(member),
    };
  });
  const lines = steps.map(({ line }) => (steps.length === 1 ? line.replace('let', 'const') : line));
  const last = steps.at(-1);
  const result = last ? `\`\${path}/${last.member}\`` : `'${rootPath}'`;
  return `  ${last ? '/** Creates the parents and returns the path of the collection below them. */\n  ' : ''}async function collectionPath(): Promise<string> {
${lines.join('')}    return ${result};
  }

  /** Creates an entity and returns its path. */
  async function create(): Promise<string> {
    return ${createCall('await collectionPath()', className)};
  }
`;
}

function createCall(path: string, className: string): string {
  return `(await api.request.post(${path}, api.payload(${className}))).headers.get('location')!`;
}

function searchTest({ fields }: SpecSubject): readonly string[] {
  const field = fields.find(({ isSearchable, isHidden }) => isSearchable && !isHidden);
  if (!field) return [];
  const name = snakeCase(field.name);
  return [
    `  it('GET finds entities by ${name}', async () => {
    const path = await collectionPath();
    const { body } = await api.request.post(path, api.payload(CLASS));

    const response = await api.request.get(\`\${path}?\${new URLSearchParams({ ${name}: String(body.${name}) })}\`);

    expect(response.body).toEqual([body]);
  });
`,
  ];
}

function updateTest({ fields }: SpecSubject): readonly string[] {
  const field = fields.find((one) => isWritable(one) && !one.isKey);
  if (!field) return [];
  const name = snakeCase(field.name);
  return [
    `  it('PUT changes the fields in the payload', async () => {
    const path = await create();
    const { ${name} } = await api.payload(CLASS);

    const { status, body } = await api.request.put(path, { ${name} });

    expect(status).toBe(200);
    expect(body).toMatchObject({ ${name} });
  });
`,
  ];
}

function requiredTest({ fields }: SpecSubject): readonly string[] {
  const required = fields.filter((one) => isWritable(one) && one.isRequired && one.default === undefined);
  if (required.length === 0) return [];
  return [
    `  it.each([${required.map(({ name }) => `'${snakeCase(name)}'`).join(', ')}])('POST requires %s', async (field) => {
    const payload = { ...(await api.payload(CLASS)), [field]: undefined };

    expect(await api.request.post(await collectionPath(), payload)).toHaveFieldError(field);
  });
`,
  ];
}

function isWritable({ isHidden, isReadOnly }: Field): boolean {
  return !isHidden && !isReadOnly;
}
