import { existsSync } from 'node:fs'
import { readConfig } from './config.ts'
import { StartError } from './errors.ts'
import { createBucketStore, filesFolder, moveToBucket } from './files/index.ts'

/** Milliseconds between lines of progress. */
const progressEvery = 5000

/** `npm run move-files`: moves the files of `DATA_DIR` to the bucket of `S3_URL`. Can be interrupted and repeated at any time. */
export async function run(): Promise<void> {
  try {
    await move()
  } catch (error) {
    print(
      error instanceof StartError
        ? error.message
        : `A passagem parou: ${(error as Error).message} O que passou está no bucket; repita o comando para continuar.`,
    )
    process.exitCode = 1
  }
}

async function move(): Promise<void> {
  const config = readConfig(process.env, [])
  if (!config.bucket) throw new StartError('Defina S3_URL com o bucket para onde passam os ficheiros.')
  const folder = filesFolder(config)
  if (!existsSync(folder)) return print(`Não há ficheiros a passar: a pasta ${folder} não existe.`)
  const bucket = await createBucketStore(config.bucket)
  if (!(await bucket.check())) throw new StartError('O servidor de S3_URL não responde.')
  print(`A passar os ficheiros de ${folder} para ${bucket.place}`)
  print('A Agremia pode estar a funcionar, se já foi iniciada com este S3_URL.')
  const moved = { files: 0, bytes: 0, different: [] as string[] }
  const progress = setInterval(() => print(`${describe(moved)}…`), progressEvery)
  try {
    await moveToBucket(folder, bucket, moved)
  } finally {
    clearInterval(progress)
    bucket.close()
  }
  print(`${describe(moved)}.`)
  for (const path of moved.different) print(`Fica na pasta, porque tem outro conteúdo no bucket: ${path}`)
  if (existsSync(folder)) {
    print(`A pasta ${folder} não ficou vazia.`)
    process.exitCode = 1
  }
}

function describe({ files, bytes }: { files: number; bytes: number }): string {
  const megabytes = (bytes / 1e6).toLocaleString('pt-PT', { maximumFractionDigits: 1 })
  return `${files === 1 ? '1 ficheiro passado' : `${files.toLocaleString('pt-PT')} ficheiros passados`}, ${megabytes} MB`
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

// In a container, where the scripts are missing.
if (import.meta.main) await run()
