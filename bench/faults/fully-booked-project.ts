import type { Client, ReceivedResponse } from '../client';

/** All tables of the projects; those that refer to others come first. */
export const TABLES = ['memberships', 'bookings', 'tasks', 'reserves', 'projects', 'members'] as const;

interface Named {
  readonly id: number;
}

interface TaskBody extends Named {
  readonly bookings: readonly Named[];
}

/** The identity of a project. */
export interface ProjectIds {
  readonly project: number;
  readonly task: number;
  readonly [name: `booking${number}`]: number;
  readonly deletedTask: number;
  readonly deletedBooking: number;
  readonly member: number;
  /** A member of no project. */
  readonly stranger: number;
  /** A project with room for more, and nothing below it: what links it is told to create it, without what it has. */
  readonly loose: number;
}

/**
 * A project that is started, whose budget is booked to the last hour, with one seat and its member: whatever is taken
 * from it or added to it breaks an invariant. A task and a booking of it are deleted.
 */
export async function createTightProject(client: Client): Promise<ProjectIds> {
  const tasks = [
    { title: 'build', bookings: [{ hours: 3 }, { hours: 5 }, { hours: 2 }] },
    { title: 'paint', bookings: [{ hours: 1 }] },
  ];
  const loose = { name: 'loose', budget: 100 };
  const tight = { name: 'tight', budget: 11, seats: 1, is_started: true, tasks, members: [{ name: 'Ann' }] };
  const [created, other] = bodyOf<(Named & { tasks: TaskBody[]; members: Named[] })[]>(
    await client.expect(201, { method: 'POST', path: '/projects', content: [tight, loose] }),
  );
  const path = `/projects/${created!.id}`;
  const [task, deletedTask] = created!.tasks as [TaskBody, TaskBody];
  const [first, second, deletedBooking] = task.bookings as [Named, Named, Named];
  await client.expect(204, { method: 'DELETE', path: `${path}/tasks/${deletedTask.id}` });
  await client.expect(204, { method: 'DELETE', path: `${path}/tasks/${task.id}/bookings/${deletedBooking.id}` });
  await client.expect(200, { method: 'PUT', path, content: { budget: 8 } });
  const stranger = await client.expect(201, { method: 'POST', path: '/members', content: { name: 'Bob' } });
  return {
    project: created!.id,
    task: task.id,
    booking1: first.id,
    booking2: second.id,
    deletedTask: deletedTask.id,
    deletedBooking: deletedBooking.id,
    member: created!.members[0]!.id,
    stranger: bodyOf<Named>(stranger).id,
    loose: other!.id,
  };
}

export function bodyOf<T>({ body }: ReceivedResponse): T {
  return JSON.parse(body) as T;
}
