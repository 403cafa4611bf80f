import type { Call } from '../client';
import type { ProjectIds } from './fully-booked-project';

/** A task with eleven hours, one more than the budget of the projects that are created with it. */
const overbookedTasks = [{ title: 'over', bookings: [{ hours: 5 }, { hours: 6 }] }];
const bookedTasks = [{ title: 'within', bookings: [{ hours: 2 }, { hours: 3 }] }];

/** Writes of a fully booked project that break one of its invariants, by every route and at every depth. */
export function breakingWrites(ids: ProjectIds): readonly Call[] {
  return [
    ...breakingProjectWrites(ids),
    ...breakingTaskWrites(ids),
    ...breakingBookingWrites(ids),
    ...breakingMemberWrites(ids),
  ];
}

/** Writes after which all invariants hold. */
export function validWrites(ids: ProjectIds): readonly Call[] {
  return [...validProjectWrites(ids), ...validTaskWrites(ids), ...validBookingWrites(ids), ...validMemberWrites(ids)];
}

/** Of projects, with nested payloads and actions. */
function breakingProjectWrites(ids: ProjectIds): readonly Call[] {
  const { project, task, member, nonMember, emptyProject } = ids;
  const path = `/projects/${project}`;
  return [
    call('POST', '/projects', { name: 'a', budget: 10, is_started: true }),
    call('POST', '/projects', { name: 'a', budget: 10, tasks: overbookedTasks }),
    call('POST', '/projects', { name: 'a', budget: 1, reserve: { hours: 2 } }),
    call('POST', '/projects', { name: 'a', budget: 1, seats: 1, members: [{ id: member }, { name: 'Eve' }] }),
    call('POST', '/projects', [
      { name: 'a', budget: 10, tasks: bookedTasks },
      { name: 'b', budget: 10, tasks: overbookedTasks },
    ]),
    call('PUT', path, { budget: 7 }),
    call('PATCH', path, { seats: 0 }),
    call('PUT', `${path},${emptyProject}`, { budget: 7 }),
    call('PUT', path, { tasks: [] }),
    call('PUT', path, { tasks: [{ id: task, bookings: raisedBookings(ids) }] }),
    call('PUT', path, { tasks: [{ id: task, bookings: addedBooking(ids) }] }),
    call('PUT', path, { tasks: [{ id: task }, { title: 'more', bookings: [{ hours: 1 }] }] }),
    call('PATCH', path, { tasks: [{ id: task, title: 'empty', bookings: [] }] }),
    call('PUT', path, { members: [] }),
    call('PUT', path, { name: 'new', members: [{ id: member }, { id: nonMember }] }),
    call('PUT', path, { name: 'new', reserve: { hours: 1 } }),
    call('PUT', `/projects/${emptyProject}`, { is_started: true }),
    call('PUT', `${path}/cut`, { by: 1 }),
    call('PUT', `${path}/staff`, { member: { id: nonMember } }),
  ];
}

/** Of tasks, with nested bookings. */
function breakingTaskWrites(ids: ProjectIds): readonly Call[] {
  const { project, task, deletedTask } = ids;
  const tasks = `/projects/${project}/tasks`;
  return [
    call('POST', tasks, { title: 'unbooked' }),
    call('POST', tasks, { title: 'more', bookings: [{ hours: 1 }] }),
    call('POST', tasks, [
      { title: 'free', bookings: [{ hours: 0 }] },
      { title: 'more', bookings: [{ hours: 1 }] },
    ]),
    call('PUT', tasks, []),
    call('PUT', tasks, overbookedTasks),
    call('PUT', tasks, [{ id: task }, { title: 'unbooked' }]),
    call('PUT', `${tasks}/${task}`, { title: 'new', bookings: raisedBookings(ids) }),
    call('PATCH', `${tasks}/${task}`, { bookings: [] }),
    call('DELETE', `${tasks}/${task}`),
    call('PUT', `${tasks}/${deletedTask}/restore`),
    call('PUT', `${tasks}/${task}/book`, { hours: 1 }),
  ];
}

function breakingBookingWrites(ids: ProjectIds): readonly Call[] {
  const { project, task, booking1, booking2, deletedBooking } = ids;
  const bookings = `/projects/${project}/tasks/${task}/bookings`;
  return [
    call('POST', bookings, { hours: 1 }),
    call('POST', bookings, [{ hours: 0 }, { hours: 1 }]),
    call('PUT', bookings, []),
    call('PUT', bookings, [{ id: booking1, hours: 9 }]),
    call('PUT', `${bookings}/${booking1}`, { hours: 4 }),
    call('PATCH', `${bookings}/${booking2}`, { hours: 6 }),
    call('PUT', `${bookings}/${booking1},${booking2}`, { hours: 5 }),
    call('DELETE', `${bookings}/${booking1},${booking2}`),
    call('PUT', `${bookings}/${deletedBooking}/restore`),
    call('PUT', `${bookings}/${booking1}/prolong`, { by: 1 }),
  ];
}

/** Of the reserve and the members of a project, and of the projects of a member. */
function breakingMemberWrites(ids: ProjectIds): readonly Call[] {
  const { project, task, member, nonMember } = ids;
  const path = `/projects/${project}`;
  return [
    call('PUT', `${path}/reserve`, { hours: 1 }),
    call('POST', `${path}/members`, { id: nonMember }),
    call('POST', `${path}/members`, { name: 'Eve' }),
    call('POST', `${path}/members`, [{ id: member }, { id: nonMember }]),
    call('PUT', `${path}/members`, []),
    call('PUT', `${path}/members`, [{ id: member }, { name: 'Eve' }]),
    call('DELETE', `${path}/members/${member}`),
    call('POST', '/members', { name: 'Eve', projects: [{ id: project }] }),
    call('POST', '/members', { name: 'Eve', projects: [{ name: 'a', budget: 10, tasks: overbookedTasks }] }),
    call('PUT', `/members/${nonMember}`, { projects: [{ id: project }] }),
    call('PUT', `/members/${member}`, { projects: [{ id: project, budget: 7 }] }),
    call('DELETE', `/members/${member}`),
    call('POST', `/members/${nonMember}/projects`, { id: project }),
    call('PUT', `/members/${member}/projects/${project}`, { budget: 7 }),
    call('PUT', `/members/${member}/projects/${project}`, { tasks: [{ id: task, bookings: raisedBookings(ids) }] }),
    call('DELETE', `/members/${member}/projects/${project}`),
  ];
}

/** Of projects, with nested payloads and actions. */
function validProjectWrites(ids: ProjectIds): readonly Call[] {
  const { project, task, booking1, member, nonMember, emptyProject } = ids;
  const path = `/projects/${project}`;
  return [
    call('POST', '/projects', {
      name: 'a',
      budget: 10,
      tasks: bookedTasks,
      members: [{ id: member }, { name: 'Eve' }],
    }),
    call('POST', '/projects', [
      { name: 'a', budget: 10, tasks: bookedTasks },
      { name: 'b', budget: 1, reserve: { hours: 1 } },
    ]),
    call('PUT', path, { name: 'new', budget: 9 }),
    call('PATCH', path, { seats: 2 }),
    call('PUT', `${path},${emptyProject}`, { name: 'new', budget: 12 }),
    call('PUT', path, { tasks: [{ id: task, bookings: shiftedBookings(ids) }] }),
    call('PUT', path, { tasks: [{ id: task, title: 'new', bookings: [...shiftedBookings(ids), { hours: 0 }] }] }),
    call('PUT', path, { tasks: [...bookedTasks, { id: task, bookings: [{ id: booking1 }] }] }),
    call('PATCH', path, { tasks: bookedTasks }),
    call('PUT', path, { members: [{ id: nonMember }] }),
    call('PUT', path, { seats: 2, members: [{ id: member, name: 'Anna' }, { name: 'Eve' }] }),
    call('PUT', path, { budget: 9, reserve: { hours: 1 } }),
    call('DELETE', path),
    call('DELETE', `${path},${emptyProject}`),
    call('PUT', `/projects/${emptyProject}/cut`, { by: 1 }),
    call('PUT', `/projects/${emptyProject}/staff`, { member: { id: nonMember } }),
  ];
}

/** Of tasks, with nested bookings. */
function validTaskWrites(ids: ProjectIds): readonly Call[] {
  const { project, task, booking1, emptyProject } = ids;
  const tasks = `/projects/${project}/tasks`;
  return [
    call('POST', tasks, { title: 'free', bookings: [{ hours: 0 }] }),
    call('POST', `/projects/${emptyProject}/tasks`, [...bookedTasks, { title: 'unbooked' }]),
    call('PUT', tasks, bookedTasks),
    call('PUT', tasks, [{ title: 'free', bookings: [{ hours: 0 }] }, { id: task }]),
    call('PUT', `${tasks}/${task}`, { title: 'new', bookings: shiftedBookings(ids) }),
    call('PATCH', `${tasks}/${task}`, { bookings: [{ id: booking1 }, { hours: 2 }, { hours: 3 }] }),
    call('PUT', `${tasks}/${task}/book`, { hours: 0 }),
  ];
}

function validBookingWrites(ids: ProjectIds): readonly Call[] {
  const { project, task, booking1, booking2 } = ids;
  const bookings = `/projects/${project}/tasks/${task}/bookings`;
  return [
    call('POST', bookings, { hours: 0 }),
    call('POST', bookings, [{ hours: 0 }, { hours: 0 }]),
    call('PUT', bookings, [{ id: booking1, hours: 8 }]),
    call('PUT', bookings, [{ hours: 1 }, { id: booking2 }, { hours: 2 }]),
    call('PUT', `${bookings}/${booking1}`, { hours: 2 }),
    call('PUT', `${bookings}/${booking1},${booking2}`, { hours: 4 }),
    call('DELETE', `${bookings}/${booking1}`),
    call('PUT', `${bookings}/${booking1}/prolong`, { by: -1 }),
  ];
}

/** Of the reserve and the members of a project, and of the projects of a member. */
function validMemberWrites(ids: ProjectIds): readonly Call[] {
  const { project, task, member, nonMember, emptyProject } = ids;
  const path = `/projects/${project}`;
  return [
    call('PUT', `${path}/reserve`, { hours: 0 }),
    call('PUT', `/projects/${emptyProject}/reserve`, { hours: 7 }),
    call('POST', `/projects/${emptyProject}/members`, [{ id: nonMember }, { id: member }, { name: 'Eve' }]),
    call('PUT', `${path}/members`, [{ id: nonMember, name: 'Robert' }]),
    call('PUT', `${path}/members/${member}`, { name: 'Anna' }),
    call('POST', '/members', {
      name: 'Eve',
      projects: [{ id: emptyProject }, { name: 'a', budget: 10, tasks: bookedTasks }],
    }),
    call('POST', `/members/${nonMember}/projects`, { id: emptyProject, name: 'new' }),
    call('PUT', `/members/${member}/projects/${project}`, {
      name: 'new',
      tasks: [{ id: task, bookings: shiftedBookings(ids) }],
    }),
    call('DELETE', `/members/${nonMember}`),
  ];
}

/** One hour more for the first booking. */
function raisedBookings({ booking1, booking2 }: ProjectIds): readonly object[] {
  return [{ id: booking1, hours: 4 }, { id: booking2 }];
}

/** A booking of one hour more. */
function addedBooking({ booking1, booking2 }: ProjectIds): readonly object[] {
  return [{ id: booking1 }, { id: booking2 }, { hours: 1 }];
}

/** One hour moved from the second booking to the first. */
function shiftedBookings({ booking1, booking2 }: ProjectIds): readonly object[] {
  return [
    { id: booking1, hours: 4 },
    { id: booking2, hours: 4 },
  ];
}

function call(method: string, path: string, content?: unknown): Call {
  return { method, path, content };
}
