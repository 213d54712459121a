import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { formatDateTime } from '@agremia/resources/rules/dates.ts'
import type { Config } from '../config.ts'
import { readConfig } from '../config.ts'
import { runningUrl } from '../database/embedded.ts'
import { openDatabase } from '../database/open.ts'
import { StartError } from '../errors.ts'
import { openFileStore } from '../files/index.ts'
import { writeAtomically } from '../files/file-store.ts'
import { checkBackup, restoreBackup } from './restore.ts'
import type { OpenBackup } from './read-backup.ts'
import { openBackup } from './read-backup.ts'
import { backupMode } from '../files/backup-store.ts'
import { createBackup } from './write-backup.ts'

/** Milliseconds between lines of progress. */
const progressEvery = 5000

const usage = {
  backup: 'Diga em que ficheiro: npm run backup -- copia.zip',
  restore: 'Diga que ficheiro: npm run restore -- copia.zip, ou --check copia.zip para só o confirmar',
}

type Command = keyof typeof usage

/** `npm run backup -- FILE` and `npm run restore -- [--check] FILE`. */
export async function run(args: readonly string[], command: string): Promise<void> {
  try {
    const name = command as Command
    const isCheck = name === 'restore' && args.includes('--check')
    const [path, ...others] = args.filter((argument) => !(isCheck && argument === '--check'))
    if (path === undefined || others.length > 0 || path.startsWith('-'))
      throw new StartError(`${usage[name]}.`)
    const config = readConfig(process.env, [])
    if (name === 'backup') await backup(config, resolve(path))
    else {
      const opened = await openBackup(resolve(path), config.backupPassphrase)
      try {
        await (isCheck ? check(opened) : restore(config, opened))
      } finally {
        await opened.close()
      }
    }
  } catch (error) {
    print(
      error instanceof StartError
        ? error.message
        : `Não se conseguiu: ${(error as Error).message}. Nada ficou a meio.`,
    )
    process.exitCode = 1
  }
}

async function backup(config: Config, path: string): Promise<void> {
  if (existsSync(path)) throw new StartError(`${path} já existe: escolha outro nome.`)
  // The program may be running with its own PostgreSQL, of which there is one for a folder.
  const running = config.databaseUrl === undefined ? runningUrl(config.dataDir) : undefined
  const database = running === undefined ? await openDatabase({ ...config, log: console }) : undefined
  const files = await openFileStore(config, { warn: () => {}, error: () => {} })
  const progress = showProgress()
  try {
    const { content, manifest } = await createBackup(
      { listenUrl: running ?? database?.listenUrl ?? '', files },
      { passphrase: config.backupPassphrase, clock: () => new Date(), onProgress: progress.update },
    )
    await writeAtomically(path, content, backupMode)
    const { tables, files: stored, hasKeys } = await manifest
    progress.end()
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    print(
      `Cópia feita em ${path}: ${describe({ rows, files: stored?.count ?? 0 })}, ${megabytes((await stat(path)).size)}.`,
    )
    if (config.backupPassphrase === undefined)
      print('Não está cifrada: quem a tiver lê os dados de toda a gente. Com BACKUP_PASSPHRASE fica cifrada.')
    if (!hasKeys)
      print(
        'Não leva as palavras-passe dos serviços (email, SMS, pagamentos), que depois de repor têm de ser escritas de novo.',
      )
  } finally {
    progress.end()
    files.close()
    await database?.close()
  }
}

async function restore(config: Config, opened: OpenBackup): Promise<void> {
  print(describeBackup(opened))
  const database = await openDatabase({ ...config, log: console })
  const files = await openFileStore(config, { warn: () => {}, error: () => {} })
  const progress = showProgress()
  try {
    await restoreBackup({ listenUrl: database.listenUrl, files, wrapping: config }, opened, progress.update)
    progress.end()
    print(
      'Está tudo reposto. Cada pessoa volta a entrar; as mensagens que estavam por enviar ficaram retidas, para que as veja antes.',
    )
    if (!opened.manifest.hasKeys)
      print('A cópia não tinha chaves: escreva de novo as palavras-passe dos serviços, nas definições.')
  } finally {
    progress.end()
    files.close()
    await database.close()
  }
}

async function check(opened: OpenBackup): Promise<void> {
  print(describeBackup(opened))
  const { differences, rows, files } = await checkBackup(opened, { warn: () => {}, error: () => {} })
  for (const difference of differences) print(`Diferente: ${difference}`)
  if (differences.length > 0) throw new StartError('A cópia não se repõe como estava: faça outra.')
  print(
    `A cópia está boa: repôs-se à parte, e ${describe({ rows, files })} são os mesmos, com as mesmas somas.`,
  )
}

function describeBackup({ manifest: { organisation, madeAt } }: OpenBackup): string {
  return `Cópia de ${organisation || 'uma organização sem nome'}, de ${formatDateTime(madeAt, 'Europe/Lisbon')}.`
}

interface Counts {
  rows: number
  files: number
}

function showProgress() {
  let latest: Counts = { rows: 0, files: 0 }
  const timer = setInterval(() => print(`${describe(latest)}…`), progressEvery)
  return {
    update: (done: Counts) => void (latest = { ...done }),
    end: () => clearInterval(timer),
  }
}

function describe({ rows, files }: Counts): string {
  const words = (count: number) => count.toLocaleString('pt-PT')
  return `${words(rows)} linhas e ${words(files)} ${files === 1 ? 'ficheiro' : 'ficheiros'}`
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toLocaleString('pt-PT', { maximumFractionDigits: 1 })} MB`
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

// In a container, where the scripts are missing: node server/backup/command.ts backup FILE.
if (import.meta.main) {
  const [command = '', ...args] = process.argv.slice(2)
  if (Object.hasOwn(usage, command)) await run(args, command)
  else {
    print(Object.values(usage).join('\n'))
    process.exitCode = 1
  }
}
