import { isAbsolute, join, resolve } from 'node:path'
import type { TerminologyId } from '@agremia/resources/terminology.ts'
import { terminologyPresets } from '@agremia/resources/terminology.ts'
import { readDsn } from './dsn.ts'
import { StartError } from './errors.ts'
import type { BucketPlace } from './files/bucket-store.ts'
import { readBucketUrl } from './files/bucket-store.ts'

export type OrganisationType = 'association' | 'cooperative'
export type LogLevel = (typeof LOG_LEVELS)[number]

export interface Config {
  readonly port: number
  readonly host: string
  /** Public base URL without a slash at the end, for absolute links in messages and QR codes. */
  readonly publicUrl: string
  /** PostgreSQL to use; undefined starts the embedded one, with its data in `dataDir`. */
  readonly databaseUrl: string | undefined
  /** Direct connections to that PostgreSQL, when `databaseUrl` is a pooler in transaction mode. */
  readonly databaseListenUrl: string | undefined
  /** Absolute path of the folder for all data of the program. */
  readonly dataDir: string
  /** Bucket for files; undefined stores them in `dataDir`. */
  readonly bucket: BucketPlace | undefined
  readonly smtpUrl: string | undefined
  /** Whether the SMS service's address, which administrators set, may be in a private network. */
  readonly smsAllowPrivate: boolean
  /** Address of a payment gateway in the place of the real ones: the simulator. May be in a private network. */
  readonly gatewayUrl: string | undefined
  readonly sentryDsn: string | undefined
  readonly sentryMaskText: boolean
  readonly logLevel: LogLevel
  /** Encrypts the keys in the database. */
  readonly secretsKey: Buffer | undefined
  /** Encrypted them until `secretsKey` replaced it. */
  readonly secretsPreviousKey: Buffer | undefined
  /** Encrypts backups. */
  readonly backupPassphrase: string | undefined
  /** Where backups are stored: the absolute path of a folder, or a bucket. */
  readonly backupPlace: string | BucketPlace
  /** Bearer token for `GET /metrics`. */
  readonly metricsToken: string | undefined
  /** Administrator to create when there are no users. */
  readonly admin: { readonly email: string; readonly password: string } | undefined
  readonly organisation: {
    readonly name: string | undefined
    readonly type: OrganisationType | undefined
    /** Name of a terminology preset. */
    readonly terminology: TerminologyId | undefined
  }
  /** Whether to fill an empty database with the demonstration data. */
  readonly demo: boolean
}

/** A variable or argument has an invalid value. The message names it, the value and what is expected. */
export class ConfigError extends StartError {
  override name = 'ConfigError'
}

/** Reads the environment and the arguments after the program's name. Throws ConfigError at the first wrong value. */
export function readConfig(env: Record<string, string | undefined>, argv: readonly string[]): Config {
  const read = <T>(
    name: string,
    parse: (text: string) => T | undefined,
    expected: string,
    secret = false,
  ) => {
    const text = env[name]?.trim()
    if (text === undefined || text === '') return undefined
    const value = parse(text)
    if (value === undefined) throw wrong(name, secret ? undefined : text, expected)
    return value
  }

  const port = read('PORT', parsePort, 'um número inteiro entre 1 e 65535') ?? 3000
  const host =
    read('HOST', parseHost, 'um endereço ou nome desta máquina, por exemplo 127.0.0.1 ou 0.0.0.0') ??
    '127.0.0.1'
  const publicUrl =
    read('PUBLIC_URL', parseWebUrl, 'um endereço completo, por exemplo https://socios.exemplo.pt') ??
    localAddress(host, port)
  const admin = readAdmin(
    read('ADMIN_EMAIL', parseEmail, 'um endereço de correio eletrónico'),
    read(
      'ADMIN_PASSWORD',
      (text) => (text.length >= 10 ? text : undefined),
      'pelo menos 10 caracteres',
      true,
    ),
  )

  const readDatabaseUrl = (name: string) =>
    read(
      name,
      parseDatabaseUrl,
      'um endereço como postgresql://utilizador:palavra-passe@servidor:5432/base?sslmode=verify-full; só um servidor desta máquina dispensa sslmode',
    )
  const databaseUrl = readDatabaseUrl('DATABASE_URL')
  const databaseListenUrl = readDatabaseUrl('DATABASE_LISTEN_URL')
  if (databaseListenUrl !== undefined && databaseUrl === undefined)
    throw wrong('DATABASE_URL', '', 'um valor quando DATABASE_LISTEN_URL está definida')

  const readKey = (name: string) =>
    read(name, parseKey, '32 bytes em base64 ou hexadecimal, como os de: openssl rand -base64 32', true)
  const secretsKey = readKey('SECRETS_KEY')
  const secretsPreviousKey = readKey('SECRETS_PREVIOUS_KEY')
  if (secretsPreviousKey !== undefined && secretsKey === undefined)
    throw wrong('SECRETS_KEY', '', 'um valor quando SECRETS_PREVIOUS_KEY está definida')

  const dataDir = resolve(env.DATA_DIR?.trim() || 'data')
  return Object.freeze({
    port,
    host,
    publicUrl,
    databaseUrl,
    databaseListenUrl,
    dataDir,
    bucket: read(
      'S3_URL',
      readBucketUrl,
      'um endereço como https://chave:segredo@servidor/bucket?region=eu-west-1, com a chave e o segredo codificados para URL (%2F em vez de /)',
      true,
    ),
    smtpUrl: read(
      'SMTP_URL',
      urlWith('smtp:', 'smtps:'),
      'um endereço como smtp://utilizador:palavra-passe@servidor:587',
    ),
    smsAllowPrivate: read('SMS_ALLOW_PRIVATE', parseBoolean, 'true ou false') ?? false,
    gatewayUrl: read(
      'GATEWAY_URL',
      parseWebUrl,
      'o endereço do simulador de pagamentos, por exemplo http://127.0.0.1:3900',
    ),
    sentryDsn: read(
      'SENTRY_DSN',
      (text) => (readDsn(text) ? text : undefined),
      'o endereço (DSN) do projeto, como https://chave@sentry.exemplo.pt/1',
      true,
    ),
    sentryMaskText: read('SENTRY_MASK_TEXT', parseBoolean, 'true ou false') ?? false,
    logLevel: read('LOG_LEVEL', oneOf(LOG_LEVELS), `um de: ${LOG_LEVELS.join(', ')}`) ?? 'info',
    secretsKey,
    secretsPreviousKey,
    backupPassphrase: read(
      'BACKUP_PASSPHRASE',
      (text) => (text.length >= 12 ? text : undefined),
      'pelo menos 12 caracteres',
      true,
    ),
    backupPlace:
      read(
        'BACKUP_PLACE',
        (text) => (text.includes('://') ? readBucketUrl(text) : isAbsolute(text) ? resolve(text) : undefined),
        'o caminho completo de uma pasta, como /mnt/copias, ou um endereço como o de S3_URL',
        true,
      ) ?? join(dataDir, 'backups'),
    metricsToken: read(
      'METRICS_TOKEN',
      (text) => (/^[\x21-\x7e]{20,200}$/.test(text) ? text : undefined),
      'de 20 a 200 letras, algarismos ou sinais, sem espaços nem acentos',
      true,
    ),
    admin,
    organisation: Object.freeze({
      name: read('ORG_NAME', (text) => (text.length <= 200 ? text : undefined), 'no máximo 200 caracteres'),
      type: read('ORG_TYPE', oneOf(ORGANISATION_TYPES), `um de: ${ORGANISATION_TYPES.join(', ')}`),
      terminology: read('TERMINOLOGY', oneOf(TERMINOLOGIES), `um de: ${TERMINOLOGIES.join(', ')}`),
    }),
    demo: readArguments(argv).demo,
  })
}

/** Whether browsers reach the program by HTTPS: a proxy ends TLS. */
export function isSecure({ publicUrl }: Pick<Config, 'publicUrl'>): boolean {
  return publicUrl.startsWith('https:')
}

/** URL to open on this machine: `localhost` for loopback and wildcard hosts. */
export function localAddress(host: string, port: number): string {
  const name = localHosts.includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}

/** Names of this machine for itself, and addresses on which it listens everywhere. */
export const localHosts = ['127.0.0.1', '::1', '0.0.0.0', '::', 'localhost']
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
const TERMINOLOGIES = terminologyPresets.map(({ id }) => id)
const ORGANISATION_TYPES = ['association', 'cooperative'] as const

function readAdmin(email: string | undefined, password: string | undefined): Config['admin'] {
  if (email !== undefined && password !== undefined) return Object.freeze({ email, password })
  if (email !== undefined) throw wrong('ADMIN_PASSWORD', '', 'um valor quando ADMIN_EMAIL está definida')
  if (password !== undefined) throw wrong('ADMIN_EMAIL', '', 'um valor quando ADMIN_PASSWORD está definida')
  return undefined
}

function readArguments(argv: readonly string[]): { demo: boolean } {
  const unknown = argv.find((argument) => argument !== '--demo')
  if (unknown !== undefined)
    throw new ConfigError(`O argumento "${unknown}" não existe; o único que existe é --demo.`)
  return { demo: argv.includes('--demo') }
}

function wrong(name: string, text: string | undefined, expected: string): ConfigError {
  const has =
    text === undefined
      ? 'tem um valor que não serve (não se mostra)'
      : text === ''
        ? 'está vazia'
        : `tem "${withoutPassword(text)}"`
  return new ConfigError(`${name} ${has}; tem de ter ${expected}.`)
}

/** Masks passwords: everything between the user and the last `@`, so that malformed URLs are covered too. */
function withoutPassword(text: string): string {
  return text.replace(/(\/\/[^:/@\s]*:).*@/, '$1***@').replace(/([?&](?:password|pass)=)[^&]*/gi, '$1***')
}

function parsePort(text: string): number | undefined {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0
  return port >= 1 && port <= 65535 ? port : undefined
}

function parseHost(text: string): string | undefined {
  return /^[\w.:-]+$/.test(text) ? text : undefined
}

function parseEmail(text: string): string | undefined {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) ? text : undefined
}

function parseBoolean(text: string): boolean | undefined {
  return text === 'true' ? true : text === 'false' ? false : undefined
}

/** 32 bytes, in base64, base64url or hexadecimal. */
function parseKey(text: string): Buffer | undefined {
  if (/^[\da-f]{64}$/i.test(text)) return Buffer.from(text, 'hex')
  return /^[\w+/-]{43}=?$/.test(text) ? Buffer.from(text, 'base64') : undefined
}

function parseWebUrl(text: string): string | undefined {
  const url = urlWith('http:', 'https:')(text)
  return url === undefined || /[?#]/.test(url) ? undefined : url.replace(/\/+$/, '')
}

function urlWith(...protocols: string[]) {
  return (text: string): string | undefined =>
    URL.canParse(text) && protocols.includes(new URL(text).protocol) ? text : undefined
}

/** To another machine, `sslmode` says whether the connection is encrypted: `disable` is for private networks. */
function parseDatabaseUrl(text: string): string | undefined {
  const url = urlWith('postgres:', 'postgresql:')(text)
  if (url === undefined) return undefined
  const { hostname, searchParams } = new URL(url)
  return isLocalHost(hostname) || searchParams.has('sslmode') ? url : undefined
}

/** Whether a host name is of this machine; empty for a socket. */
export function isLocalHost(hostname: string): boolean {
  return hostname === '' || hostname === 'localhost' || hostname === '[::1]' || /^127\.[\d.]+$/.test(hostname)
}

function oneOf<const T extends string>(values: readonly T[]) {
  return (text: string): T | undefined => values.find((value) => value === text)
}
