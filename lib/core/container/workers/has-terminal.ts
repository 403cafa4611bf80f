import { closeSync, openSync } from 'node:fs';

/** Whether the process has a terminal that controls it, which sends SIGHUP when it is closed. */
export function hasTerminal(): boolean {
  try {
    closeSync(openSync('/dev/tty', 'r'));
    return true;
  } catch {
    return false;
  }
}
