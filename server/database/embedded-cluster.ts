import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { StartError } from '../errors.ts'
import { isAlive } from './embedded-process.ts'
import {
  type Programs,
  type SystemUser,
  asUser,
  canEnter,
  findPrograms,
  isRoot,
  ownerOf,
  sharedClusterFolder,
} from './embedded-programs.ts'

/** A PostgreSQL data directory that is ready to start. */
export interface Cluster {
  /** Real path; `DATA_DIR/postgres` may be a link to it. */
  readonly folder: string
  readonly password: string
  readonly programs: Programs
}

/** Name of the PostgreSQL user and of the database. */
export const NAME = 'agremia'

/**
 * Finds the cluster in a data folder or creates one. A new cluster is renamed into place when complete: a program killed meanwhile
 * leaves no partial cluster, and when two programs create one at once, the first wins.
 */
export function prepareCluster(dataDir: string): Cluster {
  mkdirSync(dataDir, { recursive: true, mode: isRoot() ? 0o711 : 0o700 })
  const home = realpathSync(dataDir)
  const path = join(home, 'postgres')
  const programs = findPrograms(ownerOf(path))
  const password = readPassword(home, ownerOf(path) !== undefined)
  const target = isLink(path) ? readlinkSync(path) : chooseFolder(home, path, programs.user)
  removeStaleDrafts(target)
  if (!ownerOf(join(target, 'PG_VERSION'))) create({ folder: target, password, programs })
  const folder = realpathSync(target)
  checkVersion(folder, programs)
  return { folder, password, programs }
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
}

/**
 * The data folder itself. If PostgreSQL's user cannot enter it, a folder in the shared place, with a link to it in the data folder.
 * The link is created before the data, so that two programs choose the same folder.
 */
function chooseFolder(home: string, path: string, user: SystemUser | undefined): string {
  if (user === undefined || canEnter(home, user)) return path
  const shared = sharedClusterFolder(home)
  mkdirSync(dirname(shared), { recursive: true, mode: 0o755 })
  try {
    symlinkSync(shared, path)
    return shared
  } catch (error) {
    if (!isLink(path)) throw error
    return readlinkSync(path)
  }
}

/** Reads the password, or creates it, readable by its owner only. The file is linked into place when complete: the first of two programs wins. */
function readPassword(home: string, clusterExists: boolean): string {
  const file = join(home, 'postgres.password')
  if (!ownerOf(file)) {
    if (clusterExists)
      throw new StartError(
        `Falta o ficheiro ${file}, sem o qual não se abre a base de dados que está ao lado.`,
      )
    const draft = `${file}.${process.pid}`
    writeFileSync(draft, randomBytes(24).toString('hex'), { mode: 0o600, flush: true })
    try {
      linkSync(draft, file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      rmSync(draft, { force: true })
    }
  }
  return readFileSync(file, 'utf8')
}

function create({ folder, password, programs }: Cluster): void {
  const draft = `${folder}.new-${process.pid}`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  try {
    const passwordFile = join(draft, 'password')
    writeFileSync(passwordFile, password, { mode: 0o600 })
    const cluster = join(draft, 'cluster')
    mkdirSync(cluster, { mode: 0o700 })
    if (programs.user)
      for (const path of [draft, passwordFile, cluster]) chownSync(path, programs.user.uid, programs.user.gid)
    initialise({ folder: cluster, passwordFile, programs })
    publish(cluster, folder)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

function initialise(options: { folder: string; passwordFile: string; programs: Programs }): void {
  const { folder, passwordFile, programs } = options
  const result = spawnSync(
    join(programs.bin, 'initdb'),
    [
      `--pgdata=${folder}`,
      `--username=${NAME}`,
      '--encoding=UTF8',
      '--locale=C',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--no-instructions',
    ],
    { ...asUser(programs.user), encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
  )
  if (result.status === 0) return
  const output = (result.stderr || result.stdout || String(result.error)).trim()
  const reason = output.split('\n').find((line) => /error|fatal/i.test(line)) ?? output.split('\n').at(-1)
  throw new StartError(`Não foi possível criar a base de dados em ${dirname(dirname(folder))}: ${reason}`, {
    cause: new Error(output),
  })
}

function publish(draft: string, folder: string): void {
  try {
    renameSync(draft, folder)
  } catch (error) {
    // Another program published its own first.
    if (!ownerOf(join(folder, 'PG_VERSION'))) throw error
  }
  const parent = openSync(dirname(folder), 'r')
  fsyncSync(parent)
  closeSync(parent)
}

/** Removes drafts of programs that were killed while creating a cluster. */
function removeStaleDrafts(folder: string): void {
  const prefix = `${basename(folder)}.new-`
  for (const name of readdirSync(dirname(folder))) {
    if (!name.startsWith(prefix)) continue
    const pid = Number(name.slice(prefix.length))
    if (isAlive(pid)) continue
    try {
      rmSync(join(dirname(folder), name), { recursive: true, force: true, maxRetries: 5 })
    } catch {
      // An initdb that outlived its program is still writing there; the next start removes the draft.
    }
  }
}

function checkVersion(folder: string, programs: Programs): void {
  const version = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  if (Number(version) === programs.major) return
  throw new StartError(
    `Os dados em ${folder} são do PostgreSQL ${version} e este programa traz o ${programs.major}: ` +
      `use a versão da Agremia que os criou para fazer uma cópia, ou ligue um servidor com DATABASE_URL.`,
  )
}
