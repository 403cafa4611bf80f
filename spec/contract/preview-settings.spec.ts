import { Carpenter, workbenches } from '../support/domain/workbenches';
import { namedByHeader, permittedByName } from '../support/security/named-by-header';
import { serve } from '../support/serve-shop';

describe('A preview where previews are off', () => {
  it('is rejected, and nothing is written', async () => {
    const api = await serve(workbenches, {
      authenticators: [namedByHeader],
      authorizer: permittedByName,
      settings: { previews: { allowed: false } },
    });

    const { status, body } = await api.request('POST', '/carpenters', { name: 'Eve' }, { Prefer: 'preview' });
    const stored = await Carpenter.count();
    await api.stop();

    expect(status).toBe(400);
    expect(body.detail).toContain('previews.allowed');
    expect(stored).toBe(0);
  });
});
