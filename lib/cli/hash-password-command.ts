import { stdin } from 'node:process';
import { Command } from 'commander';
import { PasswordHasher } from '../security';
import type { Terminal } from './terminal';

/**
 * `koaggregate hash-password`: prints the hash of a password. It takes no password as an argument, because other users of
 * the machine can read the arguments of a process.
 */
export function hashPasswordCommand(terminal: Terminal): Command {
  return new Command('hash-password')
    .description('Print the hash of a password, for passwordHash in security.users')
    .addHelpText('after', '\nAsks for the password at a terminal; otherwise reads the first line of standard input.')
    .action(() => printHash(terminal));
}

/** @throws SecurityError when bcryptjs is not installed, RangeError for a password of more than 72 bytes */
async function printHash(terminal: Terminal): Promise<void> {
  const hasher = new PasswordHasher('The hash of a password');
  const password = await readPassword(terminal);
  if (password === '') throw new Error('The password is empty: type one, or pipe one in.');
  terminal.log(await hasher.hash(password));
}

async function readPassword(terminal: Terminal): Promise<string> {
  if (!stdin.isTTY) return firstLine(await readAll());
  terminal.error('Password (not shown):');
  stdin.setRawMode(true);
  try {
    return await readKeys();
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

/** Reads keys until Enter; Ctrl+C ends the command. */
async function readKeys(): Promise<string> {
  const password: string[] = [];
  stdin.setEncoding('utf8');
  for await (const chunk of stdin) {
    for (const key of String(chunk)) {
      if (key === '\r' || key === '\n') return password.join('');
      if (key === '\u0003') throw new Error('Cancelled.');
      if (key === '\u007f') password.pop();
      else password.push(key);
    }
  }
  return password.join('');
}
