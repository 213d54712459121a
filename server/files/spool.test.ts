import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { spool } from './spool.ts'

const folder = mkdtempSync(join(tmpdir(), 'agremia-spool-'))
after(() => rmSync(folder, { recursive: true }))

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await nextTurn()
}

test('a reader gets all parts in their order, whether it keeps up, falls behind or catches up', async () => {
  const part = fc.record({
    size: fc.oneof(fc.nat(20), fc.nat(200_000)),
    isText: fc.boolean(),
    pause: fc.nat(3),
    readerPause: fc.nat(6),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 12 }), async (parts) => {
      const content = ({ size }: { size: number }, index: number) => `é${index % 10}`.repeat(size)
      async function* source() {
        for (const [index, { pause, isText, ...one }] of parts.entries()) {
          await turns(pause)
          const text = content(one, index)
          yield isText ? text : Buffer.from(text)
        }
      }
      const read: Buffer[] = []
      const stream = await spool(folder, async () => source())
      for await (const chunk of stream) {
        await turns(parts[read.length % parts.length]?.readerPause ?? 0)
        read.push(chunk as Buffer)
      }
      assert.equal(Buffer.concat(read).toString(), parts.map(content).join(''))
    }),
    { numRuns: 60 },
  )
  assert.deepEqual(readdirSync(folder), [])
})

test('a source is read to its end while nobody reads', async () => {
  let isEnded = false
  async function* source() {
    for (let part = 0; part < 50; part++) yield 'x'.repeat(100_000)
    isEnded = true
  }
  const stream = await spool(folder, async () => source())
  while (!isEnded) await nextTurn()
  assert.ok(stream.readableLength <= 200_000, `${stream.readableLength} bytes in memory`)
  let length = 0
  for await (const chunk of stream) length += (chunk as Buffer).length
  assert.equal(length, 5_000_000)
})

test('an error of the source destroys the stream, and destroying the stream ends the source', async () => {
  async function* failing() {
    yield 'a'
    await nextTurn()
    throw new Error('the database went away')
  }
  const broken = await spool(folder, async () => failing())
  await assert.rejects(async () => {
    for await (const chunk of broken) assert.equal(String(chunk), 'a')
  }, /went away/)

  let isEnded = false
  async function* endless() {
    try {
      for (;;) {
        await nextTurn()
        yield 'x'.repeat(1000)
      }
    } finally {
      isEnded = true
    }
  }
  const stream = await spool(folder, async () => endless())
  stream.destroy()
  while (!isEnded) await nextTurn()
})
