import { existsSync, writeFileSync } from 'node:fs';
import { isPlainObject } from '../../foundation';
import type { ProjectDocument } from '../project/documents-of';
import { readJson } from '../read-json';

/** The parts of an OpenAPI document that are compared. */
export interface ContractDocument {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly [member: string]: unknown;
}

/** The content of `contract.json`: OpenAPI documents by application. */
export interface Contract {
  readonly contract: 1;
  readonly applications: Readonly<Record<string, ContractDocument>>;
}

/** Creates a contract; names are sorted, so that the same API always gives the same contract. */
export function contractOf(documents: readonly ProjectDocument[]): Contract {
  const applications = Object.fromEntries(documents.map(({ name, document }) => [name, document as object]));
  return sorted({ contract: 1, applications }) as Contract;
}

/**
 * Writes a contract to a file.
 *
 * @throws Error when the file exists and is not a contract, unless forced
 */
export function writeContract(file: string, contract: Contract, isForced: boolean): void {
  if (existsSync(file) && !isForced) readContract(file);
  writeFileSync(file, `${JSON.stringify(contract, undefined, 2)}\n`);
}

/** @throws Error for a file that is missing, or is not a contract */
export function readContract(file: string): Contract {
  const contract = readJson(file, 'Write it with koaggregate contract.');
  if (isContract(contract)) return contract;
  throw new Error(`${file} is not a contract. Use koaggregate contract --force to overwrite it.`);
}

function isContract(value: unknown): value is Contract {
  return isPlainObject(value) && value.contract === 1 && isPlainObject(value.applications);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isPlainObject(value)) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, sorted(inner)]));
}
