import { existsSync, readFileSync } from 'node:fs';

/**
 * Reads a JSON file that the user names.
 *
 * @param remedy  the last sentence of the message: `Write it with koaggregate contract.`
 * @throws Error for a file that does not exist, cannot be read, or is not JSON
 */
export function readJson(file: string, remedy: string): unknown {
  if (!existsSync(file)) throw new Error(`${file} does not exist. ${remedy}`);
  return parseJson(textOf(file, remedy), file, remedy);
}

/** Parses JSON from a file or a URL. @throws Error that names it */
export function parseJson(text: string, place: string, remedy: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${place} is not JSON (${onOneLine(error)}). ${remedy}`);
  }
}

function textOf(file: string, remedy: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(`${file} cannot be read (${onOneLine(error)}). ${remedy}`);
  }
}

/** The message of a parser quotes the text, which may have several lines. */
function onOneLine(error: unknown): string {
  return (error as Error).message.replaceAll(/\s+/g, ' ');
}
