#!/usr/bin/env node
// Compares the public types of each door with its report in spec/api; with --update, writes the reports. The package must be built.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Extractor, ExtractorConfig } from '@microsoft/api-extractor';

const ROOT = join(import.meta.dirname, '..');
const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const isUpdate = process.argv.includes('--update');

const doors = Object.entries(manifest.exports).filter(([, { types }]) => types);
const changed = doors.filter(([door, { types }]) => {
  const name = door === '.' ? 'koaggregate' : `koaggregate-${basename(door)}`;
  return !extract(types, name).succeeded;
});
if (changed.length > 0) {
  const names = changed.map(([door]) => door).join(', ');
  console.error(
    `The public types of ${names} differ from spec/api: run npm run api-report, and commit what it writes.`,
  );
  process.exitCode = 1;
}

function extract(types, name) {
  const configuration = ExtractorConfig.prepare({
    configObject: {
      projectFolder: ROOT,
      mainEntryPointFilePath: join(ROOT, types),
      compiler: { tsconfigFilePath: join(ROOT, 'tsconfig.build.json') },
      apiReport: {
        enabled: true,
        reportFileName: name,
        reportFolder: join(ROOT, 'spec/api'),
        reportTempFolder: join(ROOT, 'dist/api'),
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      newlineKind: 'lf',
      messages: {
        extractorMessageReporting: {
          default: { logLevel: 'none' },
          // A type that the signatures mention without being exported is seen in the report.
          'ae-forgotten-export': { logLevel: 'none', addToApiReportFile: true },
        },
        tsdocMessageReporting: { default: { logLevel: 'none' } },
      },
    },
    configObjectFullPath: join(ROOT, '.ci/api-report.mjs'),
    packageJsonFullPath: join(ROOT, 'package.json'),
  });
  return Extractor.invoke(configuration, {
    localBuild: isUpdate,
    messageCallback: (message) => {
      message.handled = true;
      if (message.messageId === 'console-api-report-copied') console.log(message.text);
    },
  });
}
