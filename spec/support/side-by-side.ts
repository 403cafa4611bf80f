/**
 * Tests that spend their time waiting, by title. They run side by side before the first of them, and each reports its own
 * result.
 */
export function itSideBySide(tests: Readonly<Record<string, () => Promise<unknown>>>): void {
  const results = new Map<string, PromiseSettledResult<unknown>>();
  beforeAll(async () => {
    const settled = await Promise.allSettled(Object.values(tests).map((test) => test()));
    for (const [index, title] of Object.keys(tests).entries()) results.set(title, settled[index]!);
  });
  it.each(Object.keys(tests))('%s', (title) => {
    const result = results.get(title);
    if (result?.status === 'rejected') throw result.reason;
    expect(result?.status).toBe('fulfilled');
  });
}
