import assert from 'node:assert/strict'
import { test } from 'node:test'
import { v7 as newId } from 'uuid'
import { linkSeconds, signedUrl } from './file-links.ts'

const secret = Buffer.alloc(32, 7)
const place = { id: newId(), variant: 'small' }
const at = (time: string) => new Date(`2026-03-07T${time}Z`)

function secondsOf(
  url: string,
  now: Date,
  changes: { place?: typeof place; secret?: Buffer; e?: unknown; s?: unknown } = {},
): number {
  const query = new URL(url, 'http://x').searchParams
  const link = { e: query.get('e'), s: query.get('s'), ...changes }
  return linkSeconds(changes.secret ?? secret, changes.place ?? place, link, now)
}

test('a link is stable within an hour and valid for one to two', () => {
  const url = signedUrl(secret, place, at('10:00:00'))
  assert.equal(signedUrl(secret, place, at('10:59:59')), url)
  assert.notEqual(signedUrl(secret, place, at('11:00:00')), url)
  assert.equal(secondsOf(url, at('10:00:00')), 7200)
  assert.equal(secondsOf(url, at('10:59:59')), 3601)
  assert.equal(secondsOf(url, at('12:00:00')), 0)
})

test('a link is valid only for its file and with the secret', () => {
  const now = at('10:00:00')
  const url = signedUrl(secret, place, now)
  const query = new URL(url, 'http://x').searchParams
  const s = query.get('s') ?? ''
  assert.equal(secondsOf(url, now, { place: { ...place, variant: 'large' } }), 0)
  assert.equal(secondsOf(url, now, { place: { ...place, id: newId() } }), 0)
  assert.equal(secondsOf(url, now, { secret: Buffer.alloc(32, 8) }), 0)
  assert.equal(secondsOf(url, now, { e: String(Number(query.get('e')) + 3600) }), 0)
  for (const bad of [
    undefined,
    '',
    s.slice(1),
    `${s}x`,
    ['x'],
    s.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A')),
  ])
    assert.equal(secondsOf(url, now, { s: bad }), 0)
  for (const bad of [undefined, '', '1e9', '-1', 'NaN', ['1']])
    assert.equal(secondsOf(url, now, { e: bad }), 0)
})
