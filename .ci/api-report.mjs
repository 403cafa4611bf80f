#!/usr/bin/env node
// Compares the public types of each door with its report in spec/api; with --update, writes the reports. The package must be built.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Extractor, ExtractorConfig } from '@microsoft/api-extractor';

const ROOT = join(import.meta.dirname, '..');
const RAW = join(ROOT, 'dist/api-raw');
mkdirSync(RAW, { recursive: true });
const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const isUpdate = process.argv.includes('--update');

const doors = Object.entries(manifest.exports)
  .filter(([, { types }]) => types)
  .map(([door, { types }]) => ({
    door,
    name: door === '.' ? 'koaggregate' : `koaggregate-${basename(door)}`,
    types,
  }));
for (const { types, name } of doors) extract(types, name);
const reports = new Map(doors.map(({ name }) => [name, readFileSync(join(RAW, `${name}.api.md`), 'utf8')]));

const changed = doors.filter(({ name }) => {
  const file = join(ROOT, 'spec/api', `${name}.api.md`);
  const report = withoutTypesOfOtherDoors(name);
  if (existsSync(file) && readFileSync(file, 'utf8') === report) return false;
  if (isUpdate) writeFileSync(file, report);
  return true;
});
if (changed.length > 0) {
  const names = changed.map(({ door }) => door).join(', ');
  if (isUpdate) console.log(`Updated the reports of ${names}.`);
  else {
    console.error(
      `The public types of ${names} differ from spec/api: run npm run api-report, and commit what it writes.`,
    );
    process.exitCode = 1;
  }
}

/** Removes the warnings for types that can be imported from another door. */
function withoutTypesOfOtherDoors(name) {
  const importable = new Set(
    [...reports].filter(([other]) => other !== name).flatMap(([, report]) => exportedNames(report)),
  );
  const isImportable = (line) => {
    const symbol = /\(ae-forgotten-export\) The symbol "(\w+?)(?:_\d+)?"/.exec(line)?.[1];
    return symbol !== undefined && importable.has(symbol);
  };
  const lines = [];
  let isAfterRemoved = false;
  for (const line of reports.get(name).split('\n')) {
    if (isImportable(line)) isAfterRemoved = !/Warning/.test(lines.at(-1) ?? '');
    else {
      // The empty comment line that separated the warnings from the rest.
      if (!(isAfterRemoved && line.trim() === '//')) lines.push(line);
      isAfterRemoved = false;
    }
  }
  return lines.join('\n');
}

function exportedNames(report) {
  const declared = /^export (?:declare )?(?:abstract )?(?:class|const|enum|function|interface|type) (\w+)/gm;
  const renamed = /^export \{ \w+ as (\w+) \}$/gm;
  return [...report.matchAll(declared), ...report.matchAll(renamed)].map(([, symbol]) => symbol);
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
        reportFolder: RAW,
        reportTempFolder: join(ROOT, 'dist/api'),
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      newlineKind: 'lf',
      messages: {
        extractorMessageReporting: {
          default: { logLevel: 'none' },
          // The report lists types that signatures use but no door exports.
          'ae-forgotten-export': { logLevel: 'none', addToApiReportFile: true },
        },
        tsdocMessageReporting: { default: { logLevel: 'none' } },
      },
    },
    configObjectFullPath: join(ROOT, '.ci/api-report.mjs'),
    packageJsonFullPath: join(ROOT, 'package.json'),
  });
  Extractor.invoke(configuration, {
    localBuild: true,
    messageCallback: (message) => {
      message.handled = true;
    },
  });
}
