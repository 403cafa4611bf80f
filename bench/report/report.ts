import { readFileSync, writeFileSync } from 'node:fs';
import type { Result } from '../results';
import { extrasTable } from './extras-table';
import { RunsOfVariant } from './runs-of-variant';
import { serverTables } from './server-tables';
import { markdownOf, type Table } from './table';
import { variantTables } from './variant-tables';

const BEGIN = '<!-- figures of npm run bench -->';
const END = '<!-- end of the figures -->';

/** One sentence on the conditions of all results. */
export function conditionsOf(results: readonly Result[]): string {
  const { database, node, load } = results[0]!.conditions;
  const runs = new Set(results.map(({ run }) => run)).size;
  const counting = runs === 1 ? 'one run' : `medians of ${runs} runs (with the range)`;
  return `${database}, Node ${node}, client ${load}, ${counting}`;
}

/** The tables of all results: of the first variant all servers, then all variants, then the requests beside the workloads. */
export function tablesOf(results: readonly Result[]): readonly Table[] {
  const variants = RunsOfVariant.all(results);
  const extras = results.map((result) => result.extras).filter((measured) => measured !== undefined);
  return [
    ...variants.slice(0, 1).flatMap(serverTables),
    ...(variants.length > 0 ? variantTables(variants) : []),
    ...(extras.length > 0 ? [extrasTable(extras)] : []),
  ];
}

/**
 * Replaces what a Markdown file has between the two marks.
 *
 * @throws Error without the marks
 */
export function writeFigures(file: string, results: readonly Result[]): void {
  const [before, after] = aroundFigures(file);
  const figures = [`${conditionsOf(results)}.`, ...tablesOf(results).map(markdownOf)].join('\n\n');
  writeFileSync(file, `${before}\n\n${figures}\n\n${after}`);
}

/** @throws Error without the marks; so it can be called before a long run */
export function aroundFigures(file: string): readonly [before: string, after: string] {
  const text = readFileSync(file, 'utf8');
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`${file} has no lines "${BEGIN}" and "${END}" to write between.`);
  return [text.slice(0, begin + BEGIN.length), text.slice(end)];
}
