import type { Client, ReceivedResponse } from '../client';

/** All tables of the projects; a table comes before those that it refers to. */
export const TABLES = ['memberships', 'bookings', 'tasks', 'reserves', 'projects', 'members'] as const;

interface WithId {
  readonly id: number;
}

interface TaskBody extends WithId {
  readonly bookings: readonly WithId[];
}

/** The ids of a fully booked project and of the entities around it. */
export interface ProjectIds {
  readonly project: number;
  readonly task: number;
  readonly booking1: number;
  readonly booking2: number;
  readonly deletedTask: number;
  readonly deletedBooking: number;
  readonly member: number;
  /** A member without projects. */
  readonly nonMember: number;
  /** A project without children, with a budget and free seats. */
  readonly emptyProject: number;
}

/**
 * Creates a started project whose hours are all booked and whose only seat is taken, so that most writes break an invariant.
 * One of its tasks and one of its bookings are soft-deleted.
 */
export async function createFullyBookedProject(client: Client): Promise<ProjectIds> {
  const tasks = [
    { title: 'build', bookings: [{ hours: 3 }, { hours: 5 }, { hours: 2 }] },
    { title: 'paint', bookings: [{ hours: 1 }] },
  ];
  const empty = { name: 'empty', budget: 100 };
  const full = { name: 'full', budget: 11, seats: 1, is_started: true, tasks, members: [{ name: 'Ann' }] };
  const [created, other] = bodyOf<(WithId & { tasks: TaskBody[]; members: WithId[] })[]>(
    await client.expect(201, { method: 'POST', path: '/projects', content: [full, empty] }),
  );
  const path = `/projects/${created!.id}`;
  const [task, deletedTask] = created!.tasks as [TaskBody, TaskBody];
  const [first, second, deletedBooking] = task.bookings as [WithId, WithId, WithId];
  await client.expect(204, { method: 'DELETE', path: `${path}/tasks/${deletedTask.id}` });
  await client.expect(204, { method: 'DELETE', path: `${path}/tasks/${task.id}/bookings/${deletedBooking.id}` });
  await client.expect(200, { method: 'PUT', path, content: { budget: 8 } });
  const nonMember = await client.expect(201, { method: 'POST', path: '/members', content: { name: 'Bob' } });
  return {
    project: created!.id,
    task: task.id,
    booking1: first.id,
    booking2: second.id,
    deletedTask: deletedTask.id,
    deletedBooking: deletedBooking.id,
    member: created!.members[0]!.id,
    nonMember: bodyOf<WithId>(nonMember).id,
    emptyProject: other!.id,
  };
}

export function bodyOf<T>({ body }: ReceivedResponse): T {
  return JSON.parse(body) as T;
}
