import { execFileSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { FAULTS, type PlantedFault } from './faults';
import { PlantedLibrary } from './planted-library';
import { runSuites, type SuiteRun } from './run-suites';

/** The run fails when the suites find less than this share of the faults. */
const MIN_FOUND = 0.9;

const SAMPLES = ['shopping-cart', 'petclinic', 'quick-start', 'orders'];

const root = join(__dirname, '../../..');
const words = process.argv.slice(2).filter((word) => word !== '--verify');
const isVerification = process.argv.includes('--verify');
const faults = FAULTS.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));

function removeSuites(sample: string): void {
  rmSync(join(root, 'samples', sample, 'spec/generated'), { recursive: true, force: true });
}

function generate(sample: string): void {
  removeSuites(sample);
  const args = [
    join(root, 'dist/lib/cli/main.js'),
    'generate-tests',
    '--no-verify',
    '--project',
    join(root, 'samples', sample),
  ];
  execFileSync(process.execPath, args, { stdio: ['ignore', 'ignore', 'ignore'] });
  if (!existsSync(join(root, 'samples', sample, 'spec/generated'))) throw new Error(`No suites of ${sample}.`);
}

/** Runs the suites of the samples in turn, until one fails. */
async function find(
  library: PlantedLibrary,
  { sample: preferred }: PlantedFault,
): Promise<SuiteRun & { sample?: string }> {
  const order = preferred ? [preferred, ...SAMPLES.filter((sample) => sample !== preferred)] : SAMPLES;
  for (const sample of order) {
    const run = await runSuites(root, sample, library.folder);
    if (run.failed > 0) return { ...run, sample };
  }
  return { passed: 0, failed: 0 };
}

/** With `--verify`, only checks that each fault can still be planted in the compiled library. */
async function main(): Promise<void> {
  const library = new PlantedLibrary(root);
  try {
    for (const fault of faults) library.verify(fault);
    if (isVerification) return console.log(`${faults.length} faults can be planted.`);
    for (const sample of SAMPLES) generate(sample);
    await verifyGreen(library);
    const found = await plantAll(library);
    console.log(`\n${found} of ${faults.length} faults are found.`);
    if (found < faults.length * MIN_FOUND) process.exitCode = 1;
  } finally {
    library.remove();
    // Suites that are left behind would not compile after a change of the testing kit.
    for (const sample of SAMPLES) removeSuites(sample);
  }
}

/** Checks that all suites pass without a fault; otherwise every fault would seem to be found. */
async function verifyGreen(library: PlantedLibrary): Promise<void> {
  for (const sample of SAMPLES) {
    const { passed, failed, first } = await runSuites(root, sample, library.folder);
    console.error(`${sample}: ${passed} tests pass without a fault`);
    if (failed > 0) throw new Error(`${failed} tests of ${sample} fail without a fault: ${first}`);
  }
}

async function plantAll(library: PlantedLibrary): Promise<number> {
  let found = 0;
  console.log('| Fault | First test that fails |\n|---|---|');
  for (const fault of faults) {
    const run = await library.withFault(fault, () => find(library, fault));
    if (run.sample) found++;
    const test = run.sample ? `${run.sample}: ${run.first?.replaceAll('|', '\\|')}` : 'none';
    console.log(`| ${fault.name} | ${test} |`);
  }
  return found;
}

void main();
