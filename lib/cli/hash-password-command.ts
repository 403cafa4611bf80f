import { stdin } from 'node:process';
import { parseArgs } from 'node:util';
import { PasswordHasher } from '../security';
import type { Terminal } from './terminal';

export const HASH_PASSWORD_USAGE = `koaggregate hash-password

Reads a password, and prints its hash for passwordHash in security.users. At a terminal it asks for the password and
does not show it; otherwise it takes the first line of what is piped in.`;

/**
 * @returns the exit code
 * @throws SecurityError when bcryptjs is not installed, RangeError for a password of more than 72 bytes
 */
export async function hashPasswordCommand(words: readonly string[], terminal: Terminal): Promise<number> {
  parseArgs({ args: [...words], options: {} });
  const hasher = new PasswordHasher('koaggregate hash-password');
  const password = await readPassword(terminal);
  if (password === '') throw new Error('The password is empty: type one, or pipe it in.');
  terminal.log(await hasher.hash(password));
  return 0;
}

async function readPassword(terminal: Terminal): Promise<string> {
  if (!stdin.isTTY) return firstLine(await readAll());
  terminal.error('Password (it is not shown):');
  stdin.setRawMode(true);
  try {
    return await typed();
  } finally {
    stdin.setRawMode(false);
    stdin.pause();
  }
}

async function readAll(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk as Buffer));
  return Buffer.concat(chunks).toString('utf8');
}

function firstLine(text: string): string {
  return text.split(/\r?\n/, 1)[0] ?? '';
}

/** What is typed before Enter; Ctrl+C ends the command. */
async function typed(): Promise<string> {
  const password: string[] = [];
  stdin.setEncoding('utf8');
  for await (const chunk of stdin) {
    for (const key of String(chunk)) {
      if (key === '\r' || key === '\n') return password.join('');
      if (key === '\u0003') throw new Error('Nothing was hashed.');
      if (key === '\u007f') password.pop();
      else password.push(key);
    }
  }
  return password.join('');
}
