#!/usr/bin/env node
import { withDoubleDashes } from './option-words';
import { projectCommand } from './project-command';
import { runCommand } from './run-command';

const terminal = {
  log: (line: string) => void process.stdout.write(`${line}\n`),
  error: (line: string) => void process.stderr.write(`${line}\n`),
};

// A reader such as `head` closes the pipe early.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE') process.exit();
});

const words = process.argv.slice(2);
const otherCommand = projectCommand(withDoubleDashes(words));
if (otherCommand) {
  require(otherCommand);
} else {
  void runCommand(words, terminal).then((code) => {
    process.exitCode = code;
  });
}
