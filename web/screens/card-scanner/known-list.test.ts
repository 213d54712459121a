import { knownKeyBytes, type KnownCards } from '@agremia/resources/card-verification.ts'
import { expect, it } from 'vitest'
import { openKnownList } from './known-list.ts'

const listedAt = '2026-11-21T18:40:00.000Z'

async function keyOf(code: string): Promise<Uint8Array> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(code))
  return new Uint8Array(hash).subarray(0, knownKeyBytes)
}

/** A known list of these codes, with two cards per page. */
async function listOf(codes: readonly string[]): Promise<KnownCards> {
  const keyed = await Promise.all(codes.map(async (code) => ({ code, key: await keyOf(code) })))
  keyed.sort((one, other) => compare(one.key, other.key))
  const pages = []
  for (let from = 0; from < keyed.length; from += 2) {
    const some = keyed.slice(from, from + 2)
    pages.push({
      keys: btoa(String.fromCharCode(...some.flatMap(({ key }) => [...key]))),
      numbers: some.map(({ code }) => Number(code.slice(-4))),
      names: some.map(({ code }) => `Nome ${code}`),
      statuses: some.map(() => 0),
      categories: some.map(() => 1),
      until: some.map(() => '2026-11-21'),
    })
  }
  return { listedAt, pages, statuses: ['valido'], categories: ['Juvenil', 'Efetivo'] }
}

function compare(one: Uint8Array, other: Uint8Array): number {
  const place = one.findIndex((byte, index) => byte !== other[index])
  return place === -1 ? 0 : (one[place] ?? 0) - (other[place] ?? 0)
}

it('finds every card of every page, and reports other codes as unknown', async () => {
  const codes = Array.from({ length: 41 }, (_, index) => `7K3M9QX2${String(1000 + index)}`)
  const list = openKnownList(await listOf(codes), listedAt)
  expect(list?.count).toBe(41)
  for (const code of codes)
    expect(await list?.find(code, '2026-11-21')).toEqual({
      status: 'valido',
      memberNumber: Number(code.slice(-4)),
      name: `Nome ${code}`,
      category: 'Efetivo',
      validUntil: '2026-11-21',
      listedAt,
    })
  for (const code of ['7K3M9QX20000', '000000000000', 'ZZZZZZZZZZZZ'])
    expect(await list?.find(code, '2026-11-21')).toEqual({ status: 'desconhecido', listedAt })
})

it('an empty list has no cards, and a card that ended since is expired', async () => {
  const none = openKnownList(await listOf([]), listedAt)
  expect((await none?.find('000000000000', '2026-11-21'))?.status).toBe('desconhecido')
  const list = openKnownList(await listOf(['7K3M9QX21000']), listedAt)
  expect((await list?.find('7K3M9QX21000', '2026-11-22'))?.status).toBe('expirado')
})
