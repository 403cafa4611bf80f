#!/usr/bin/env node
import { runCommand } from './run-command';

void runCommand(process.argv.slice(2), console).then((code) => {
  process.exitCode = code;
});
