import type { Organisation } from './organisation.ts'
import { milliseconds, report } from './report.ts'
import { alternate, requestsPerSecond } from './timing.ts'

const seconds = 1
const rounds = 5
let counter = 0

/** Milliseconds to open a member, one request after the other, each another member. */
export async function timeOpening({ api, headers, memberIds }: Organisation): Promise<number> {
  return (
    1000 /
    (await requestsPerSecond({ url: api, headers, connections: 1, seconds, next: nextOf('/api', memberIds) }))
  )
}

/** Milliseconds to save a member with a change in each of its two tables. */
export async function timeSaving({ api, headers, memberIds }: Organisation): Promise<number> {
  const next = nextOf('/api', memberIds, (count) => ({
    notes: `Nota ${count}`,
    address: `Rua da Medição, ${count}`,
  }))
  return (
    1000 / (await requestsPerSecond({ url: api, headers, connections: 1, seconds, method: 'PATCH', next }))
  )
}

function timeBareOpening({ control, memberIds }: Organisation): Promise<number> {
  const next = nextOf('', memberIds)
  return requestsPerSecond({ url: control.url, connections: 1, seconds, next }).then((found) => 1000 / found)
}

function timeBareUpdate({ control, memberIds }: Organisation): Promise<number> {
  const next = nextOf('', memberIds, (count) => ({ notes: `Nota ${count}` }))
  return requestsPerSecond({ url: control.url, connections: 1, seconds, method: 'PATCH', next }).then(
    (found) => 1000 / found,
  )
}

function nextOf(prefix: string, ids: readonly string[], bodyOf?: (count: number) => object) {
  return () => {
    const count = ++counter
    const path = `${prefix}/members/${ids[count % ids.length]}`
    return bodyOf ? { path, body: JSON.stringify(bodyOf(count)) } : { path }
  }
}

export async function measureOpenAndSave(organisation: Organisation): Promise<void> {
  const found = await alternate(rounds, {
    open: () => timeOpening(organisation),
    bareOpen: () => timeBareOpening(organisation),
    save: () => timeSaving(organisation),
    bareUpdate: () => timeBareUpdate(organisation),
  })
  const { size } = organisation
  report({
    what: `Abrir um membro, ${size} membros: tempo face à leitura de controlo`,
    ratio: found.open / found.bareOpen,
    target: { most: 7 },
    detail: `${milliseconds(found.open)} contra ${milliseconds(found.bareOpen)}`,
  })
  report({
    what: `Gravar um membro, com verificação e registo, ${size} membros: tempo face à leitura de controlo`,
    ratio: found.save / found.bareOpen,
    target: { most: 10 },
    detail: `${milliseconds(found.save)} contra ${milliseconds(found.bareOpen)}`,
  })
  report({
    what: `Gravar um membro, com verificação e registo, ${size} membros: tempo face a um UPDATE durável`,
    ratio: found.save / found.bareUpdate,
    target: { most: 10 },
    detail: `${milliseconds(found.save)} contra ${milliseconds(found.bareUpdate)}`,
  })
}
