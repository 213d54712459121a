import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { ConfigError, localAddress, readConfig } from './config.ts'

test('without variables: serves only this machine, with the embedded database', () => {
  assert.deepEqual(readConfig({}, []), {
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    databaseUrl: undefined,
    dataDir: resolve('data'),
    smtpUrl: undefined,
    smsAllowPrivate: false,
    sentryDsn: undefined,
    sentryMaskText: false,
    logLevel: 'info',
    admin: undefined,
    organisation: { name: undefined, type: undefined, terminology: undefined },
    demo: false,
  })
})

test('reads every variable', () => {
  const config = readConfig(
    {
      PORT: '8080',
      HOST: '0.0.0.0',
      PUBLIC_URL: 'https://socios.exemplo.pt/',
      DATABASE_URL: 'postgresql://ana:segredo@db.exemplo.pt/agremia',
      DATA_DIR: '/srv/agremia',
      SMTP_URL: 'smtps://ana:segredo@mail.exemplo.pt:465',
      SMS_ALLOW_PRIVATE: 'true',
      SENTRY_DSN: 'https://chave@sentry.exemplo.pt/1',
      SENTRY_MASK_TEXT: 'true',
      LOG_LEVEL: 'debug',
      ADMIN_EMAIL: 'ana@exemplo.pt',
      ADMIN_PASSWORD: 'Uma-Frase-Bem-Longa-1',
      ORG_NAME: 'Clube Recreativo',
      ORG_TYPE: 'cooperative',
      TERMINOLOGY: 'cooperativeUsage',
    },
    ['--demo'],
  )
  assert.deepEqual(config, {
    port: 8080,
    host: '0.0.0.0',
    publicUrl: 'https://socios.exemplo.pt',
    databaseUrl: 'postgresql://ana:segredo@db.exemplo.pt/agremia',
    dataDir: '/srv/agremia',
    smtpUrl: 'smtps://ana:segredo@mail.exemplo.pt:465',
    smsAllowPrivate: true,
    sentryDsn: 'https://chave@sentry.exemplo.pt/1',
    sentryMaskText: true,
    logLevel: 'debug',
    admin: { email: 'ana@exemplo.pt', password: 'Uma-Frase-Bem-Longa-1' },
    organisation: { name: 'Clube Recreativo', type: 'cooperative', terminology: 'cooperativeUsage' },
    demo: true,
  })
})

test('an empty variable counts as not set', () => {
  assert.deepEqual(
    readConfig({ PORT: '', DATABASE_URL: ' ', ORG_NAME: '', DATA_DIR: '' }, []),
    readConfig({}, []),
  )
})

test('the configuration is frozen', () => {
  const config = readConfig({ ADMIN_EMAIL: 'a@b.pt', ADMIN_PASSWORD: '1234567890' }, [])
  assert.ok(Object.isFrozen(config) && Object.isFrozen(config.admin) && Object.isFrozen(config.organisation))
})

const WRONG: [env: Record<string, string>, message: RegExp][] = [
  [{ PORT: 'abc' }, /^PORT tem "abc"; tem de ter um número inteiro entre 1 e 65535\.$/],
  [{ PORT: '0' }, /^PORT tem "0"/],
  [{ PORT: '65536' }, /^PORT tem "65536"/],
  [{ PORT: '80.5' }, /^PORT tem "80\.5"/],
  [{ HOST: 'http://x' }, /^HOST tem "http:\/\/x"; tem de ter um endereço ou nome desta máquina/],
  [
    { PUBLIC_URL: 'socios.exemplo.pt' },
    /^PUBLIC_URL tem "socios\.exemplo\.pt"; tem de ter um endereço completo/,
  ],
  [{ PUBLIC_URL: 'https://x.pt/?a=1' }, /^PUBLIC_URL tem/],
  [
    { DATABASE_URL: 'mysql://x/y' },
    /^DATABASE_URL tem "mysql:\/\/x\/y"; tem de ter um endereço como postgresql:/,
  ],
  [{ SMTP_URL: 'mail.exemplo.pt' }, /^SMTP_URL tem "mail\.exemplo\.pt"/],
  [{ SMS_ALLOW_PRIVATE: '1' }, /^SMS_ALLOW_PRIVATE tem "1"; tem de ter true ou false\.$/],
  [{ SENTRY_DSN: 'não' }, /^SENTRY_DSN tem um valor que não serve .*; tem de ter o endereço \(DSN\)/],
  [{ SENTRY_DSN: 'https://sentry.exemplo.pt/1' }, /^SENTRY_DSN /],
  [{ SENTRY_DSN: 'https://chave@sentry.exemplo.pt' }, /^SENTRY_DSN /],
  [{ SENTRY_MASK_TEXT: 'sim' }, /^SENTRY_MASK_TEXT tem "sim"; tem de ter true ou false\.$/],
  [{ LOG_LEVEL: 'alto' }, /^LOG_LEVEL tem "alto"; tem de ter um de: trace, debug, info/],
  [{ ORG_TYPE: 'clube' }, /^ORG_TYPE tem "clube"; tem de ter um de: association, cooperative\.$/],
  [{ ORG_NAME: 'x'.repeat(201) }, /^ORG_NAME tem "x+"; tem de ter no máximo 200 caracteres\.$/],
  [
    { TERMINOLOGY: 'clube' },
    /^TERMINOLOGY tem "clube"; tem de ter um de: club, association, cooperative, .*parents\.$/,
  ],
  [{ ADMIN_EMAIL: 'ana' }, /^ADMIN_EMAIL tem "ana"; tem de ter um endereço de correio eletrónico\.$/],
  [{ ADMIN_EMAIL: 'ana@exemplo.pt' }, /^ADMIN_PASSWORD está vazia; tem de ter um valor quando ADMIN_EMAIL/],
  [{ ADMIN_PASSWORD: '1234567890' }, /^ADMIN_EMAIL está vazia; tem de ter um valor quando ADMIN_PASSWORD/],
]

for (const [env, message] of WRONG)
  test(`${JSON.stringify(env)} is rejected with one line that says what is expected`, () => {
    assert.throws(
      () => readConfig(env, []),
      (error: unknown) => {
        assert.ok(error instanceof ConfigError)
        assert.match(error.message, message)
        assert.doesNotMatch(error.message, /\n/)
        return true
      },
    )
  })

test('passwords are never shown', () => {
  const secret = 'curta-77'
  for (const env of [
    { ADMIN_EMAIL: 'ana@exemplo.pt', ADMIN_PASSWORD: secret },
    { DATABASE_URL: `mysql://ana:${secret}@db.exemplo.pt/x` },
    { DATABASE_URL: `postgresql://ana:${secret}@a@:db` },
    { SMTP_URL: `imap://ana:${secret}@mail.exemplo.pt` },
    { DATABASE_URL: `db?user=ana&password=${secret}` },
  ])
    assert.throws(
      () => readConfig(env, []),
      (error: Error) => !error.message.includes(secret),
    )
})

test('unknown arguments are rejected', () => {
  assert.throws(() => readConfig({}, ['--dmeo']), /^ConfigError: O argumento "--dmeo" não existe/)
})

test('localAddress is a URL that browsers can open', () => {
  assert.equal(localAddress('0.0.0.0', 3000), 'http://localhost:3000')
  assert.equal(localAddress('192.168.1.7', 80), 'http://192.168.1.7:80')
  assert.equal(localAddress('fe80::1', 80), 'http://[fe80::1]:80')
})
