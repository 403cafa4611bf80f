/** Takes an object, because the command and the project may have two classes `Application`. */
type Receiver = (application: object) => void;

/** A global symbol: the command and the project may use two copies of the package. */
const RECEIVER = Symbol.for('koaggregate.application.taker');

const shared = globalThis as { [RECEIVER]?: Receiver };

/**
 * Passes each application that is to be started or mounted to the receiver instead, so that a command can inspect a project
 * whose Koa app mounts it.
 */
export async function collectApplications<T>(receive: Receiver, work: () => Promise<T>): Promise<T> {
  const before = shared[RECEIVER];
  shared[RECEIVER] = receive;
  try {
    return await work();
  } finally {
    shared[RECEIVER] = before;
  }
}

/** Passes the application to {@link collectApplications} if a command is collecting; returns whether it is. */
export function isCollectedApplication(application: object): boolean {
  shared[RECEIVER]?.(application);
  return shared[RECEIVER] !== undefined;
}
