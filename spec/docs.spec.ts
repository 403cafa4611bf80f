import { readFileSync } from 'node:fs';
import { START_ERROR_CODES } from '../lib/core';
import { METADATA_ERROR_CODES } from '../lib/metadata';
import { PERSISTENCE_ERROR_CODES } from '../lib/persistence';
import { RESOURCE_ERROR_CODES, SCAN_ERROR_CODES } from '../lib/rest';
import { SECURITY_ERROR_CODES } from '../lib/security';
import { TESTING_ERROR_CODES } from '../lib/testing';

describe('docs/errors.md', () => {
  it('lists every code of every room, and no other', () => {
    const page = readFileSync('docs/errors.md', 'utf8');
    const listed = [...page.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, code]) => code!);

    expect(listed.sort()).toEqual(
      [
        ...START_ERROR_CODES,
        ...METADATA_ERROR_CODES,
        ...PERSISTENCE_ERROR_CODES,
        ...SCAN_ERROR_CODES,
        ...RESOURCE_ERROR_CODES,
        ...SECURITY_ERROR_CODES,
        ...TESTING_ERROR_CODES,
      ].sort(),
    );
  });
});
