/**
 * Runs work in a unit of work that is always rolled back.
 *
 * @param open runs its argument in a unit of work
 * @returns the result of the work
 */
export async function runAndRollBack<T>(
  open: (work: () => Promise<never>) => Promise<never>,
  work: () => Promise<T>,
): Promise<T> {
  const rollback = new Error('The unit of work is rolled back on purpose.');
  const results: T[] = [];
  try {
    return await open(async () => {
      results[0] = await work();
      throw rollback;
    });
  } catch (error) {
    if (error !== rollback) throw error;
    return results[0]!;
  }
}
