import type { Call } from '../client';
import type { Random } from '../fuzz/random';

/** A project and its parts, in the order in which they were created. */
export interface Parts {
  readonly project: number;
  readonly tasks: readonly { readonly id: number; readonly bookings: readonly number[] }[];
  /** The members of all projects. */
  readonly members: readonly number[];
}

/** A write for any project that was created with the same payload. */
export type Write = (parts: Parts) => Call;

/** A random write of any kind and at any depth, of few parts, so that concurrent writes often concern the same. Some break an invariant. */
export function randomWrite(random: Random): Write {
  const { make } = random.weighted(KINDS);
  return make(random);
}

interface Kind {
  readonly weight: number;
  make(random: Random): Write;
}

const KINDS: readonly Kind[] = [
  { weight: 3, make: updateProject },
  { weight: 2, make: updateWithChildren },
  { weight: 2, make: createTasks },
  { weight: 2, make: replaceTasks },
  { weight: 2, make: deleteTask },
  { weight: 2, make: createBookings },
  { weight: 4, make: updateBookings },
  { weight: 3, make: deleteBookings },
  { weight: 2, make: writeReserve },
  { weight: 4, make: writeMembers },
  { weight: 5, make: act },
];

const hours = (random: Random) => random.integer(0, 12);
const task = (random: Random) => ({
  title: `t${random.integer(0, 99)}`,
  bookings: random.list(0, 2, () => ({ hours: hours(random) })),
});

function updateProject(random: Random): Write {
  const content = random.pick([
    { budget: random.integer(10, 50) },
    { seats: random.integer(1, 4) },
    { name: `n${random.integer(0, 99)}` },
    { is_started: random.chance(0.5), budget: random.integer(20, 50) },
  ]);
  return on(
    random.pick(['PUT', 'PATCH']),
    ({ project }) => `/projects/${project}`,
    () => content,
  );
}

/** A nested array replaces the children, so it also deletes some. */
function updateWithChildren(random: Random): Write {
  const [index, changed, added] = [random.integer(0, 1), hours(random), random.list(0, 1, () => task(random))];
  const content = ({ tasks }: Parts) => {
    const { id, bookings } = tasks[index]!;
    return {
      name: 'nested',
      tasks: [{ id, title: 'kept', bookings: [{ id: bookings[0], hours: changed }] }, ...added],
    };
  };
  return on('PUT', ({ project }) => `/projects/${project}`, content);
}

function createTasks(random: Random): Write {
  const content = random.pick<unknown>([task(random), random.list(1, 3, () => task(random))]);
  return on('POST', tasksOf, () => content);
}

function replaceTasks(random: Random): Write {
  const [index, added] = [random.integer(0, 1), random.list(0, 2, () => task(random))];
  return on('PUT', tasksOf, ({ tasks }) => [{ id: tasks[index]!.id }, ...added]);
}

function deleteTask(random: Random): Write {
  const path = taskOf(random);
  return on('DELETE', path);
}

function createBookings(random: Random): Write {
  const path = taskOf(random);
  const content = random.pick<unknown>([{ hours: hours(random) }, random.list(1, 3, () => ({ hours: hours(random) }))]);
  return on(
    'POST',
    (parts) => `${path(parts)}/bookings`,
    () => content,
  );
}

function updateBookings(random: Random): Write {
  const content = { hours: hours(random) };
  return on('PUT', bookingsOf(random), () => content);
}

function deleteBookings(random: Random): Write {
  return on('DELETE', bookingsOf(random));
}

function writeReserve(random: Random): Write {
  const path = ({ project }: Parts) => `/projects/${project}/reserve`;
  const content = { hours: hours(random) };
  return random.chance(0.4) ? on('DELETE', path) : on('PUT', path, () => content);
}

function writeMembers(random: Random): Write {
  const members = ({ project }: Parts) => `/projects/${project}/members`;
  const picked = random.list(1, 2, () => random.integer(0, 3));
  const links = (parts: Parts) => [...new Set(picked)].map((index) => ({ id: parts.members[index] }));
  const one = (parts: Parts) => parts.members[picked[0]!];
  return random.pick([
    on('POST', members, links),
    on('PUT', members, links),
    on('POST', members, () => ({ name: 'Eve' })),
    on('DELETE', (parts) => `${members(parts)}/${one(parts)}`),
    on(
      'POST',
      (parts) => `/members/${one(parts)}/projects`,
      ({ project }) => ({ id: project }),
    ),
  ]);
}

function act(random: Random): Write {
  const [path, booking, by] = [taskOf(random), bookingsOf(random, 1), random.integer(-5, 5)];
  const content = { by };
  return random.pick([
    on(
      'PUT',
      ({ project }) => `/projects/${project}/cut`,
      () => content,
    ),
    on(
      'PUT',
      (parts) => `${path(parts)}/book`,
      () => ({ hours: by + 5 }),
    ),
    on(
      'PUT',
      (parts) => `${booking(parts)}/prolong`,
      () => content,
    ),
  ]);
}

function tasksOf({ project }: Parts): string {
  return `/projects/${project}/tasks`;
}

function taskOf(random: Random): (parts: Parts) => string {
  const index = random.integer(0, 1);
  return (parts) => `${tasksOf(parts)}/${parts.tasks[index]!.id}`;
}

/** One booking of the project, or two of the same task. */
function bookingsOf(random: Random, most = 2): (parts: Parts) => string {
  const path = taskOf(random);
  const indices = [...new Set(random.list(1, most, () => random.integer(0, 1)))];
  return (parts) => {
    const of = parts.tasks.find(({ id }) => path(parts).endsWith(`/${id}`))!;
    return `${path(parts)}/bookings/${indices.map((index) => of.bookings[index]).join(',')}`;
  };
}

function on(method: string, path: (parts: Parts) => string, content?: (parts: Parts) => unknown): Write {
  return (parts) => ({ method, path: path(parts), content: content?.(parts) });
}
