/** The direct arrows between the rooms of lib/: STYLE's table "Which way the arrows point". */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  naming: [],
  foundation: ['naming'],
  values: ['naming', 'foundation'],
  metadata: ['values'],
  persistence: ['metadata'],
  operations: ['persistence'],
  core: ['values'],
  security: ['core', 'metadata'],
  rest: ['operations', 'core', 'security'],
  apidocs: ['rest'],
  map: ['apidocs'],
  observability: ['apidocs'],
  cli: ['apidocs', 'rest', 'testing'],
  testing: ['apidocs', 'rest'],
};

/** The order of the folders inside a room; its loose files may be imported by all of them. */
const FOLDERS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  core: {
    http: [],
    config: ['http'],
    koa: ['http'],
    container: ['koa', 'config'],
  },
  persistence: {
    sequelize: [],
    tables: [],
    dialects: ['tables', 'sequelize'],
    connection: ['dialects'],
    models: ['dialects'],
    adoption: ['statements'],
    'unit-of-work': ['models', 'connection'],
    statements: ['unit-of-work'],
    reads: ['statements'],
    writes: ['reads'],
    stores: ['statements'],
    schema: ['models'],
    migrations: ['schema'],
    testing: ['connection', 'statements'],
  },
  rest: {
    access: [],
    selection: ['access'],
    search: ['selection'],
    idempotency: [],
    operation: ['search', 'idempotency'],
    payload: ['selection'],
    scopes: ['search'],
    concurrency: ['operation'],
    chain: ['payload', 'scopes', 'concurrency'],
    verbs: ['chain'],
    compilation: ['verbs'],
    preview: ['verbs'],
    batch: ['verbs'],
    renames: ['verbs'],
    overriding: ['verbs'],
    audit: ['verbs'],
    admin: [],
  },
};

/** Rooms whose loose files combine their folders. The loose files of other rooms are below all folders. */
const PUT_TOGETHER = new Set(['persistence', 'rest']);

/** Packages that only one place may import. */
const PACKAGES: readonly { readonly place: string; readonly names: readonly string[] }[] = [
  { place: 'lib/persistence/', names: ['sequelize', 'sequelize-typescript', 'mysql2', 'sqlite3', 'umzug'] },
  { place: 'lib/core/koa/', names: ['koa', '@koa/router', 'koa-body'] },
  { place: 'lib/cli/', names: ['commander'] },
];

const FRONT_DOOR = 'lib/index.ts';

/** The other entry points of the package, each with the room whose arrows apply to it. */
const SIDE_DOORS: Readonly<Record<string, string>> = {
  'lib/doors/core.ts': 'core',
  'lib/doors/security.ts': 'security',
  'lib/doors/testing.ts': 'testing',
};

/** Combines the rooms for the main entry point. */
const COMPOSITION = 'lib/application.ts';

/** The reason why a file may not import another, or undefined if it may. Both are paths from the project root. */
export function arrowFault(from: string, to: string): string | undefined {
  if (isOwnIndex(from, to)) return 'imports the index of its own folder: import the sibling file';
  if (from === FRONT_DOOR && to === COMPOSITION) return undefined;
  if (from === FRONT_DOOR || from === COMPOSITION)
    return isRoomIndex(to) ? undefined : 'must enter a room through its index.ts';
  const [here, there] = [SIDE_DOORS[from] ?? roomOf(from), roomOf(to)];
  if (here === there && !(from in SIDE_DOORS)) return folderFault(here, from, to);
  if (here === 'cli' && to === FRONT_DOOR) return undefined;
  if (here !== there && !reaches(ROOMS, here, there)) return `no arrow leads from ${here} to ${there}`;
  return isRoomIndex(to) ? undefined : `must enter ${there} through its index.ts`;
}

/** The reason why a file may not import a package, or undefined if it may. */
export function packageFault(from: string, specifier: string): string | undefined {
  const owner = PACKAGES.find(({ names }) => names.some((name) => `${specifier}/`.startsWith(`${name}/`)));
  return owner && !from.startsWith(owner.place) ? `only ${owner.place} may import it` : undefined;
}

export function isKnownRoom(path: string): boolean {
  return path === FRONT_DOOR || path === COMPOSITION || path in SIDE_DOORS || roomOf(path) in ROOMS;
}

function folderFault(room: string, from: string, to: string): string | undefined {
  const [here, there] = [folderOf(from), folderOf(to)];
  const arrows = FOLDERS[room];
  if (!arrows || there === '' || here === there || from === `lib/${room}/index.ts`) return undefined;
  if (here === '' && PUT_TOGETHER.has(room)) return undefined;
  return reaches(arrows, here, there) ? undefined : `no arrow leads from ${room}/${here} to ${room}/${there}`;
}

/** Arrows are transitive: a room may import every room that its arrows reach. */
function reaches(arrows: Readonly<Record<string, readonly string[]>>, from: string, to: string): boolean {
  return (arrows[from] ?? []).some((next) => next === to || reaches(arrows, next, to));
}

/** The command is the only room that may import the main entry point. */
function isOwnIndex(from: string, to: string): boolean {
  if (to === FRONT_DOOR && roomOf(from) === 'cli') return false;
  return to.endsWith('/index.ts') && from !== to && from.startsWith(to.slice(0, -'index.ts'.length));
}

function isRoomIndex(path: string): boolean {
  return /^lib\/[^/]+\/index\.ts$/.test(path);
}

function roomOf(path: string): string {
  const [, room = '', rest] = path.split('/');
  return rest === undefined ? '' : room;
}

/** Empty for a loose file of a room. */
function folderOf(path: string): string {
  const [, , folder = '', rest] = path.split('/');
  return rest === undefined ? '' : folder;
}
