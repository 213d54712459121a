import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { v7 as newId } from 'uuid'
import { createFolderStore } from '../files/file-store.ts'
import { openFileStore } from '../files/open-store.ts'
import { testBucket } from '../testing/test-bucket.ts'
import { testLog } from '../testing/test-log.ts'
import { until } from '../testing/wait.ts'

const bucket = await testBucket()
const dataDir = mkdtempSync(join(tmpdir(), 'agremia-move-'))
after(() => rmSync(dataDir, { recursive: true, force: true }))
const path = join(dataDir, 'files')
const folder = createFolderStore(path)
const store = await openFileStore({ dataDir, bucket: bucket.place }, testLog)
after(() => store.close())

function move(url: string | undefined = bucket.url) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../scripts/run.mjs'), 'move-files'], {
    env: { ...process.env, DATA_DIR: dataDir, S3_URL: url },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return { child, exited: once(child, 'exit'), output: text(child.stdout) }
}

async function moveAll(url?: string): Promise<[code: number, output: string]> {
  const { exited, output } = move(url)
  return [Number((await exited)[0]), await output]
}

const contents = new Map<string, string>()
const ids: string[] = []

async function fill(count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    const id = newId()
    ids.push(id)
    for (const variant of ['original', 'small']) {
      const content = `${variant} of ${id} `.repeat(1 + (index % 50) * 100)
      contents.set(`${id}/${variant}`, content)
      await folder.put(id, variant, Buffer.from(content))
    }
  }
}

async function readAll(): Promise<void> {
  for (const [name, content] of contents) {
    const [id = '', variant = ''] = name.split('/')
    const stored = await store.read(id, variant)
    assert.ok(stored, `${name} is missing`)
    assert.equal(await text(stored), content)
  }
}

test('files move to the bucket in spite of kills, and can be read and deleted all the time', async () => {
  await fill(60)
  writeFileSync(join(path, ids[0]!.slice(-2), ids[0]!, 'original.0a1b.new'), 'the draft of a killed write')
  for (let kill = 0; kill < 2; kill++) {
    const before = bucket.keys().length
    const { child, exited } = move()
    await until(() => bucket.keys().length > before + 10, 'some moved files')
    child.kill('SIGKILL')
    await exited
    assert.ok(bucket.keys().length < contents.size, 'killed before the end')
    await readAll()
  }
  const { exited, output } = move()
  const last = ids.at(-1)!
  assert.equal(await store.remove(last), false, 'to be repeated when the move has ended')
  contents.delete(`${last}/original`)
  contents.delete(`${last}/small`)
  await readAll()
  assert.equal((await exited)[0], 0, await output)
  assert.match(await output, /ficheiros passados, .* MB\.\n$/)
  assert.equal(existsSync(path), false)
  assert.equal(await store.remove(last), true)
  await readAll()
  assert.deepEqual(bucket.keys(), [...contents.keys()].map((name) => `${name.slice(34, 36)}/${name}`).sort())
  assert.deepEqual(await moveAll(), [0, `Não há ficheiros a passar: a pasta ${path} não existe.\n`])
})

test('a file with another content in the bucket stays in the folder', async () => {
  const id = newId()
  await store.put(id, 'document', Buffer.from('newer'))
  await folder.put(id, 'document', Buffer.from('older'))
  const [code, output] = await moveAll()
  assert.equal(code, 1)
  assert.match(output, new RegExp(`outro conteúdo no bucket: .*${id}/document`))
  assert.equal(await text((await store.read(id, 'document'))!), 'newer')
  rmSync(path, { recursive: true })
})

test('without a bucket, or when it does not answer, nothing is moved', async () => {
  await folder.put(newId(), 'original', Buffer.from('x'))
  assert.deepEqual(await moveAll(''), [1, 'Defina S3_URL com o bucket para onde passam os ficheiros.\n'])
  bucket.stop()
  assert.deepEqual(await moveAll(), [1, 'O servidor de S3_URL não responde.\n'])
  assert.ok(existsSync(path))
})
