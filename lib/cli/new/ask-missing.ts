import { createInterface } from 'node:readline/promises';

/** What a new project may be asked for. */
export interface Choices {
  readonly database?: string;
  readonly esm?: boolean;
}

/** A terminal that asks and is typed at. */
export interface Dialogue {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/** Asks for the choices that are not made yet; nothing typed takes the first of the answers. */
export async function askMissing({ database, esm }: Choices, dialogue: Dialogue): Promise<Required<Choices>> {
  const lines = createInterface({ ...dialogue, terminal: false });
  const typed = lines[Symbol.asyncIterator]();
  const ask = async (question: string) => {
    dialogue.output.write(question);
    const { value, done } = await typed.next();
    if (done) throw new Error('Nothing was written: the questions were not answered.');
    return String(value).trim();
  };
  try {
    return {
      database: database ?? ((await ask('Database (sqlite, mariadb or mysql://…) [sqlite]: ')) || 'sqlite'),
      esm: esm ?? /^es/i.test(await ask('Modules (commonjs or esm) [commonjs]: ')),
    };
  } finally {
    lines.close();
  }
}
