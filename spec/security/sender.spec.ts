import type { Authenticator, Identity } from '../../lib/security';
import { namesOf, senderOf } from '../../lib/security/sender';

class Keys implements Authenticator {
  readonly challenge: string = 'Key';
  authenticate(): Identity {
    return { name: 'ada' };
  }
}

class Badges extends Keys {}

const plain = (challenge: string, more: object = {}): Authenticator => ({
  challenge,
  ...more,
  authenticate: () => ({ name: 'ada' }),
});
const withoutPrototype = Object.assign(Object.create(null), plain('Bare')) as Authenticator;
const anonymous = new (class extends Keys {})();

describe('The names of authenticators', () => {
  it.each<[string, readonly Authenticator[], readonly string[]]>([
    ['their own', [plain('A', { name: 'keys' }), plain('A', { name: 'keys' })], ['keys', 'keys']],
    ['their classes', [new Keys(), new Badges()], ['class Keys', 'class Badges']],
    ['their challenges without a class', [plain('A'), withoutPrototype], ['challenge A', 'challenge Bare']],
    ['their challenges where the class has no name', [anonymous], ['challenge Key']],
    [
      'numbered where others have the same',
      [new Keys(), plain('A'), new Keys(), plain('A'), new Keys()],
      [...['class Keys', 'challenge A', 'class Keys 2', 'challenge A 2', 'class Keys 3']],
    ],
    ['not taken from a name that is no text', [plain('A', { name: 7 })], ['challenge A']],
  ])('are %s', (_, authenticators, names) => {
    expect(namesOf(authenticators)).toEqual(names);
  });
});

describe('The sender of a request', () => {
  it('is the subject of an issuer, or else the name', () => {
    const [named, issued] = [{ name: 'ada' }, { name: 'ada@example.com', issuer: 'https://id.example', subject: '7' }];

    expect(senderOf({ authenticator: 'keys', identity: named })).toEqual({ authenticator: 'keys', subject: 'ada' });
    expect(senderOf({ authenticator: 'jwt', identity: issued })).toEqual({
      authenticator: 'jwt',
      issuer: 'https://id.example',
      subject: '7',
    });
  });
});
