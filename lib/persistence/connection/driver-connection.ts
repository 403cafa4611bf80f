import type { Socket } from 'node:net';

/** The parts of a connection of mysql2 that its types leave out, or that Sequelize's types do not know. */
export interface DriverConnection {
  readonly threadId: number;
  readonly stream: Socket;
  /** The command that waits for its answer. */
  readonly _command?: DriverCommand | null;
  readonly _handshakePacket?: { readonly serverVersion?: string } | null;
  addCommand(command: DriverCommand): DriverCommand;
  query(sql: string, done: (error: Error | null, rows?: unknown) => void): void;
  destroy(): void;
}

/** A statement or the like, on its way to the server. */
export interface DriverCommand {
  readonly sql?: string;
  onResult?: (error: DriverError | null, rows?: unknown, fields?: unknown) => void;
}

export interface DriverError extends Error {
  readonly code?: string;
  readonly errno?: number;
}
