/**
 * Runs work in a unit of work that is rolled back all the same.
 *
 * @param open runs what it is given in such a unit
 * @returns what the work returns
 * @throws what the work throws
 */
export async function runAndRollBack<T>(
  open: (work: () => Promise<never>) => Promise<never>,
  work: () => Promise<T>,
): Promise<T> {
  const end = new Error('The unit of work is rolled back on purpose.');
  const done: T[] = [];
  try {
    return await open(async () => {
      done[0] = await work();
      throw end;
    });
  } catch (error) {
    if (error !== end) throw error;
    return done[0]!;
  }
}
