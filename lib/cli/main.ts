#!/usr/bin/env node
import { runCommand } from './run-command';

const terminal = {
  log: (line: string) => void process.stdout.write(`${line}\n`),
  error: (line: string) => void process.stderr.write(`${line}\n`),
};

// A reader such as `head` closes the pipe early.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE') process.exit();
});

void runCommand(process.argv.slice(2), terminal).then((code) => {
  process.exitCode = code;
});
