import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { ConfigError, localAddress, readConfig } from './config.ts'

test('without variables: serves only this machine, with the embedded database', () => {
  assert.deepEqual(readConfig({}, []), {
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    databaseUrl: undefined,
    databaseListenUrl: undefined,
    dataDir: resolve('data'),
    bucket: undefined,
    smtpUrl: undefined,
    smsAllowPrivate: false,
    gatewayUrl: undefined,
    sentryDsn: undefined,
    sentryMaskText: false,
    logLevel: 'info',
    secretsKey: undefined,
    secretsPreviousKey: undefined,
    backupPassphrase: undefined,
    backupPlace: resolve('data/backups'),
    metricsToken: undefined,
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
      DATABASE_URL: 'postgresql://ana:segredo@db.exemplo.pt/agremia?sslmode=verify-full',
      DATABASE_LISTEN_URL: 'postgresql://ana:segredo@db.exemplo.pt:5433/agremia?sslmode=verify-full',
      DATA_DIR: '/srv/agremia',
      S3_URL: 'https://chave:se%2Fgredo@s3.exemplo.pt/ficheiros/socios?region=eu-west-1',
      SMTP_URL: 'smtps://ana:segredo@mail.exemplo.pt:465',
      SMS_ALLOW_PRIVATE: 'true',
      GATEWAY_URL: 'http://127.0.0.1:3900/',
      SENTRY_DSN: 'https://chave@sentry.exemplo.pt/1',
      SENTRY_MASK_TEXT: 'true',
      LOG_LEVEL: 'debug',
      SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
      SECRETS_PREVIOUS_KEY: '08'.repeat(32),
      BACKUP_PASSPHRASE: 'quatro palavras longas',
      BACKUP_PLACE: '/mnt/copias/',
      METRICS_TOKEN: 'x'.repeat(20),
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
    databaseUrl: 'postgresql://ana:segredo@db.exemplo.pt/agremia?sslmode=verify-full',
    databaseListenUrl: 'postgresql://ana:segredo@db.exemplo.pt:5433/agremia?sslmode=verify-full',
    dataDir: '/srv/agremia',
    bucket: {
      endpoint: 'https://s3.exemplo.pt',
      region: 'eu-west-1',
      bucket: 'ficheiros',
      prefix: 'socios/',
      credentials: { accessKeyId: 'chave', secretAccessKey: 'se/gredo' },
    },
    smtpUrl: 'smtps://ana:segredo@mail.exemplo.pt:465',
    smsAllowPrivate: true,
    gatewayUrl: 'http://127.0.0.1:3900',
    sentryDsn: 'https://chave@sentry.exemplo.pt/1',
    sentryMaskText: true,
    logLevel: 'debug',
    secretsKey: Buffer.alloc(32, 7),
    secretsPreviousKey: Buffer.alloc(32, 8),
    backupPassphrase: 'quatro palavras longas',
    backupPlace: '/mnt/copias',
    metricsToken: 'x'.repeat(20),
    admin: { email: 'ana@exemplo.pt', password: 'Uma-Frase-Bem-Longa-1' },
    organisation: { name: 'Clube Recreativo', type: 'cooperative', terminology: 'cooperativeUsage' },
    demo: true,
  })
})

test('a database on another machine needs sslmode', () => {
  const read = (DATABASE_URL: string) => readConfig({ DATABASE_URL }, []).databaseUrl
  for (const host of ['db.exemplo.pt', '10.0.0.5', '[fd00::1]', 'localhost.exemplo.pt', '127.exemplo.pt'])
    assert.throws(() => read(`postgresql://ana:segredo@${host}/agremia`), /dispensa sslmode/, host)
  for (const url of [
    'postgresql://ana:segredo@db.exemplo.pt/agremia?sslmode=verify-full',
    'postgresql://ana:segredo@10.0.0.5/agremia?sslmode=disable',
    'postgresql://ana:segredo@localhost:5432/agremia',
    'postgresql://ana@127.0.0.1/agremia',
    'postgresql://ana@[::1]/agremia',
    'postgresql:///agremia?host=/var/run/postgresql',
  ])
    assert.equal(read(url), url)
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

const SECRETS = '0a'.repeat(32)
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
  ...[
    'sim',
    's3://chave:segredo@s3.exemplo.pt/ficheiros',
    'https://s3.exemplo.pt/ficheiros',
    'https://chave@s3.exemplo.pt/ficheiros',
    'https://chave:segredo@s3.exemplo.pt/',
    'https://chave:segredo@s3.exemplo.pt/Ficheiros',
    'https://chave:segredo@s3.exemplo.pt/ficheiros/../x y',
    'https://chave:segredo@s3.exemplo.pt/ficheiros?tls=true',
    'https://chave:%zz@s3.exemplo.pt/ficheiros',
    'https://chave:se/gredo@s3.exemplo.pt/ficheiros',
  ].map((S3_URL): [Record<string, string>, RegExp] => [
    { S3_URL },
    /^S3_URL tem um valor que não serve .*; tem de ter um endereço como https:/,
  ]),
  [{ METRICS_TOKEN: 'curto' }, /^METRICS_TOKEN tem um valor que não serve .*; tem de ter de 20 a 200 letras/],
  [{ METRICS_TOKEN: `${'x'.repeat(20)} y` }, /^METRICS_TOKEN /],
  [
    { DATABASE_LISTEN_URL: 'postgresql://localhost/x' },
    /^DATABASE_URL está vazia; tem de ter um valor quando DATABASE_LISTEN_URL está definida\.$/,
  ],
  ...[SECRETS.slice(1), `${SECRETS}00`, 'x'.repeat(44), 'AAAA'].map(
    (SECRETS_KEY): [Record<string, string>, RegExp] => [
      { SECRETS_KEY },
      /^SECRETS_KEY tem um valor que não serve \(não se mostra\); tem de ter 32 bytes/,
    ],
  ),
  [
    { SECRETS_PREVIOUS_KEY: SECRETS },
    /^SECRETS_KEY está vazia; tem de ter um valor quando SECRETS_PREVIOUS_KEY está definida\.$/,
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
    { S3_URL: `s3://chave:${secret}@s3.exemplo.pt/x` },
    { METRICS_TOKEN: secret },
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

test('docs/running.md has each variable in its table, and no other', () => {
  const names = new Set<string>()
  readConfig(new Proxy({}, { get: (_, name) => void names.add(String(name)) }), [])
  const document = readFileSync(join(import.meta.dirname, '../docs/running.md'), 'utf8')
  const rows = /## Settings of the environment\n(.*?)\n## /s.exec(document)?.[1]?.match(/^\| `.*$/gm) ?? []
  const documented = rows
    .flatMap((row) => row.match(/`[A-Z][A-Z_\d]+`/g) ?? [])
    .map((name) => name.slice(1, -1))
  assert.deepEqual(
    documented.filter((name) => !names.has(name)),
    [],
  )
  assert.deepEqual(
    [...names].filter((name) => !documented.includes(name)),
    [],
  )
})
