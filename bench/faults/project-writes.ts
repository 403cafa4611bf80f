import type { Call } from '../client';
import type { ProjectIds } from './fully-booked-project';

const over = [{ title: 'over', bookings: [{ hours: 5 }, { hours: 6 }] }];
const within = [{ title: 'within', bookings: [{ hours: 2 }, { hours: 3 }] }];

/** Writes of a tight project that break one of its invariants, by every route and at every depth. */
export function breakingWrites(ids: ProjectIds): readonly Call[] {
  const { project, task, booking1, booking2, member, stranger, loose } = ids;
  const path = `/projects/${project}`;
  const tasks = `${path}/tasks`;
  const bookings = `${tasks}/${task}/bookings`;
  const raised = [{ id: booking1, hours: 4 }, { id: booking2 }];
  const added = [{ id: booking1 }, { id: booking2 }, { hours: 1 }];
  return [
    call('POST', '/projects', { name: 'a', budget: 10, is_started: true }),
    call('POST', '/projects', { name: 'a', budget: 10, tasks: over }),
    call('POST', '/projects', { name: 'a', budget: 1, reserve: { hours: 2 } }),
    call('POST', '/projects', { name: 'a', budget: 1, seats: 1, members: [{ id: member }, { name: 'Eve' }] }),
    call('POST', '/projects', [
      { name: 'a', budget: 10, tasks: within },
      { name: 'b', budget: 10, tasks: over },
    ]),
    call('PUT', path, { budget: 7 }),
    call('PATCH', path, { seats: 0 }),
    call('PUT', `${path},${loose}`, { budget: 7 }),
    call('PUT', path, { tasks: [] }),
    call('PUT', path, { tasks: [{ id: task, bookings: raised }] }),
    call('PUT', path, { tasks: [{ id: task, bookings: added }] }),
    call('PUT', path, { tasks: [{ id: task }, { title: 'more', bookings: [{ hours: 1 }] }] }),
    call('PATCH', path, { tasks: [{ id: task, title: 'empty', bookings: [] }] }),
    call('PUT', path, { members: [] }),
    call('PUT', path, { name: 'new', members: [{ id: member }, { id: stranger }] }),
    call('PUT', path, { name: 'new', reserve: { hours: 1 } }),
    call('PUT', `/projects/${loose}`, { is_started: true }),
    call('PUT', `${path}/cut`, { by: 1 }),
    call('PUT', `${path}/staff`, { member: { id: stranger } }),
    call('POST', tasks, { title: 'unbooked' }),
    call('POST', tasks, { title: 'more', bookings: [{ hours: 1 }] }),
    call('POST', tasks, [
      { title: 'free', bookings: [{ hours: 0 }] },
      { title: 'more', bookings: [{ hours: 1 }] },
    ]),
    call('PUT', tasks, []),
    call('PUT', tasks, over),
    call('PUT', tasks, [{ id: task }, { title: 'unbooked' }]),
    call('PUT', `${tasks}/${task}`, { title: 'new', bookings: raised }),
    call('PATCH', `${tasks}/${task}`, { bookings: [] }),
    call('DELETE', `${tasks}/${task}`),
    call('PUT', `${tasks}/${ids.deletedTask}/restore`),
    call('PUT', `${tasks}/${task}/book`, { hours: 1 }),
    call('POST', bookings, { hours: 1 }),
    call('POST', bookings, [{ hours: 0 }, { hours: 1 }]),
    call('PUT', bookings, []),
    call('PUT', bookings, [{ id: booking1, hours: 9 }]),
    call('PUT', `${bookings}/${booking1}`, { hours: 4 }),
    call('PATCH', `${bookings}/${booking2}`, { hours: 6 }),
    call('PUT', `${bookings}/${booking1},${booking2}`, { hours: 5 }),
    call('DELETE', `${bookings}/${booking1},${booking2}`),
    call('PUT', `${bookings}/${ids.deletedBooking}/restore`),
    call('PUT', `${bookings}/${booking1}/prolong`, { by: 1 }),
    call('PUT', `${path}/reserve`, { hours: 1 }),
    call('POST', `${path}/members`, { id: stranger }),
    call('POST', `${path}/members`, { name: 'Eve' }),
    call('POST', `${path}/members`, [{ id: member }, { id: stranger }]),
    call('PUT', `${path}/members`, []),
    call('PUT', `${path}/members`, [{ id: member }, { name: 'Eve' }]),
    call('DELETE', `${path}/members/${member}`),
    call('POST', '/members', { name: 'Eve', projects: [{ id: project }] }),
    call('POST', '/members', { name: 'Eve', projects: [{ name: 'a', budget: 10, tasks: over }] }),
    call('PUT', `/members/${stranger}`, { projects: [{ id: project }] }),
    call('PUT', `/members/${member}`, { projects: [{ id: project, budget: 7 }] }),
    call('DELETE', `/members/${member}`),
    call('POST', `/members/${stranger}/projects`, { id: project }),
    call('PUT', `/members/${member}/projects/${project}`, { budget: 7 }),
    call('PUT', `/members/${member}/projects/${project}`, { tasks: [{ id: task, bookings: raised }] }),
    call('DELETE', `/members/${member}/projects/${project}`),
  ];
}

/** Writes after which all invariants hold. */
export function keepingWrites(ids: ProjectIds): readonly Call[] {
  const { project, task, booking1, booking2, member, stranger, loose } = ids;
  const path = `/projects/${project}`;
  const tasks = `${path}/tasks`;
  const bookings = `${tasks}/${task}/bookings`;
  const shifted = [
    { id: booking1, hours: 4 },
    { id: booking2, hours: 4 },
  ];
  return [
    call('POST', '/projects', { name: 'a', budget: 10, tasks: within, members: [{ id: member }, { name: 'Eve' }] }),
    call('POST', '/projects', [
      { name: 'a', budget: 10, tasks: within },
      { name: 'b', budget: 1, reserve: { hours: 1 } },
    ]),
    call('PUT', path, { name: 'new', budget: 9 }),
    call('PATCH', path, { seats: 2 }),
    call('PUT', `${path},${loose}`, { name: 'new', budget: 12 }),
    call('PUT', path, { tasks: [{ id: task, bookings: shifted }] }),
    call('PUT', path, { tasks: [{ id: task, title: 'new', bookings: [...shifted, { hours: 0 }] }] }),
    call('PUT', path, { tasks: [...within, { id: task, bookings: [{ id: booking1 }] }] }),
    call('PATCH', path, { tasks: within }),
    call('PUT', path, { members: [{ id: stranger }] }),
    call('PUT', path, { seats: 2, members: [{ id: member, name: 'Anna' }, { name: 'Eve' }] }),
    call('PUT', path, { budget: 9, reserve: { hours: 1 } }),
    call('DELETE', path),
    call('DELETE', `${path},${loose}`),
    call('PUT', `/projects/${loose}/cut`, { by: 1 }),
    call('PUT', `/projects/${loose}/staff`, { member: { id: stranger } }),
    call('POST', tasks, { title: 'free', bookings: [{ hours: 0 }] }),
    call('POST', `/projects/${loose}/tasks`, [...within, { title: 'unbooked' }]),
    call('PUT', tasks, within),
    call('PUT', tasks, [{ title: 'free', bookings: [{ hours: 0 }] }, { id: task }]),
    call('PUT', `${tasks}/${task}`, { title: 'new', bookings: shifted }),
    call('PATCH', `${tasks}/${task}`, { bookings: [{ id: booking1 }, { hours: 2 }, { hours: 3 }] }),
    call('PUT', `${tasks}/${task}/book`, { hours: 0 }),
    call('POST', bookings, { hours: 0 }),
    call('POST', bookings, [{ hours: 0 }, { hours: 0 }]),
    call('PUT', bookings, [{ id: booking1, hours: 8 }]),
    call('PUT', bookings, [{ hours: 1 }, { id: booking2 }, { hours: 2 }]),
    call('PUT', `${bookings}/${booking1}`, { hours: 2 }),
    call('PUT', `${bookings}/${booking1},${booking2}`, { hours: 4 }),
    call('DELETE', `${bookings}/${booking1}`),
    call('PUT', `${bookings}/${booking1}/prolong`, { by: -1 }),
    call('PUT', `${path}/reserve`, { hours: 0 }),
    call('PUT', `/projects/${loose}/reserve`, { hours: 7 }),
    call('POST', `/projects/${loose}/members`, [{ id: stranger }, { id: member }, { name: 'Eve' }]),
    call('PUT', `${path}/members`, [{ id: stranger, name: 'Robert' }]),
    call('PUT', `${path}/members/${member}`, { name: 'Anna' }),
    call('POST', '/members', { name: 'Eve', projects: [{ id: loose }, { name: 'a', budget: 10, tasks: within }] }),
    call('POST', `/members/${stranger}/projects`, { id: loose, name: 'new' }),
    call('PUT', `/members/${member}/projects/${project}`, { name: 'new', tasks: [{ id: task, bookings: shifted }] }),
    call('DELETE', `/members/${stranger}`),
  ];
}

function call(method: string, path: string, content?: unknown): Call {
  return { method, path, content };
}
