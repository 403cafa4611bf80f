import { isSecretName } from '../../../lib/cli/from-database/field-marks';

describe('A secret', () => {
  it.each(
    `password PASSWORD user_passwd PWD client_secret access_token password_salt passwordHash SHA256_HASH otp pin pinCode
    api_key apiKey API_KEY apikey private_key ssh_private_key_pem`.split(/\s+/),
  )('is told by the words of %s', (name) => {
    expect(isSecretName(name)).toBe(true);
  });

  it.each(
    `shipping spinning hashtag pinned opinion saltwater tokenized secretary hotpot passwords_ok key public_key api
    api_version keyboard private`.split(/\s+/),
  )('is not told by %s', (name) => {
    expect(isSecretName(name)).toBe(false);
  });
});
