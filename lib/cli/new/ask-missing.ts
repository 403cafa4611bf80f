import { createInterface } from 'node:readline/promises';

/** The choices of a new project. */
export interface Choices {
  readonly database?: string;
  readonly esm?: boolean;
}

/** The streams of a terminal. */
export interface Dialogue {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/** Asks for the missing choices; an empty line selects the default. */
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
