import { accessSync, constants } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PATHS = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Without a sandbox, which containers lack, and without Chromium's own network requests. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const executablePath = PATHS.find((path) => path !== undefined && isExecutable(path));

if (!executablePath)
  process.stderr.write('Chromium: not found (set CHROMIUM to its path): browser specs are skipped\n');

/** Like `describe`, but skipped without a browser. */
export const describeInBrowser = executablePath ? describe : describe.skip;

export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath, args: ARGUMENTS });
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
