import type { Organisation } from './organisation.ts'
import { milliseconds, report } from './report.ts'
import { alternate, timeOne } from './timing.ts'

const rounds = 300
/** Rounds before the measurement, with cold connections, plans and code. */
const warmUp = 40

/** Milliseconds to open a member, another one in each round. */
export function timeOpening({ api, headers, memberIds }: Organisation, round: number): Promise<number> {
  return timeOne(`${api}/members/${pick(memberIds, round)}`, { headers })
}

/** Milliseconds to save a member with a change in each of its two tables. */
export function timeSaving({ api, headers, memberIds }: Organisation, round: number): Promise<number> {
  return timeOne(`${api}/members/${pick(memberIds, round)}`, { headers, change: changeOf(round) })
}

function pick(ids: readonly string[], round: number): string {
  return ids[round % ids.length] ?? ''
}

let changes = 0

function changeOf(round: number): { notes: string; address: string } {
  const mark = `${round}, ${++changes}`
  return { notes: `Nota ${mark}`, address: `Rua da Medição ${mark}` }
}

export async function measureOpenAndSave(organisation: Organisation): Promise<void> {
  const { control, memberIds, size } = organisation
  const bareUrl = (round: number) => `${control.url}/members/${pick(memberIds, round)}`
  const contenders = {
    open: (round: number) => timeOpening(organisation, round),
    bareOpen: (round: number) => timeOne(bareUrl(round)),
    save: (round: number) => timeSaving(organisation, round),
    bareUpdate: (round: number) => timeOne(bareUrl(round), { change: changeOf(round) }),
  }
  await alternate(warmUp, contenders)
  const medians = await alternate(rounds, contenders)
  report({
    what: `Abrir um membro, ${size} membros: tempo face à leitura de controlo`,
    ratio: medians.open / medians.bareOpen,
    target: { most: 7 },
    detail: `${milliseconds(medians.open)} contra ${milliseconds(medians.bareOpen)}`,
  })
  report({
    what: `Gravar um membro, com verificação e registo, ${size} membros: tempo face à leitura de controlo`,
    ratio: medians.save / medians.bareOpen,
    target: { most: 10 },
    detail: `${milliseconds(medians.save)} contra ${milliseconds(medians.bareOpen)}`,
  })
  report({
    what: `Gravar um membro, com verificação e registo, ${size} membros: tempo face a um UPDATE durável`,
    ratio: medians.save / medians.bareUpdate,
    target: { most: 10 },
    detail: `${milliseconds(medians.save)} contra ${milliseconds(medians.bareUpdate)}`,
  })
}
