import { pageSize, searchCount, searchPage, deepPage, deepPageByName } from './by-hand.ts'
import type { Organisation } from './organisation.ts'
import { perSecond, report, milliseconds } from './report.ts'
import { alternate, requestsPerSecond, time, timeOne } from './timing.ts'

/** An organisation and its server. */
type Served = Omit<Organisation, 'control'>

const connections = 16
const seconds = 2

/** Measures the list of a hundred members by name with the total, on 16 connections, against the baseline. */
export async function measureList({ api, headers, control, size }: Organisation): Promise<void> {
  const ours = `${api}/members?_sort=name&_limit=${pageSize}`
  const bare = `${control.url}/members`
  await checkSameData(ours, headers, bare)
  const medians = await alternate(5, {
    ours: () => requestsPerSecond({ url: ours, headers, connections, seconds }),
    bare: () => requestsPerSecond({ url: bare, connections, seconds }),
  })
  report({
    what: `Lista de ${pageSize} por nome com o total, ${connections} ligações, ${size} membros: pedidos por segundo face ao controlo`,
    ratio: medians.ours / medians.bare,
    target: { min: 0.28 },
    detail: `${perSecond(medians.ours)} contra ${perSecond(medians.bare)}`,
  })
}

/** Throws when the two responses do not have the same rows and columns. */
async function checkSameData(ours: string, headers: Record<string, string>, bare: string): Promise<void> {
  const [one, other] = (await Promise.all([
    fetch(ours, { headers }).then((response) => response.json()),
    fetch(bare).then((response) => response.json()),
  ])) as { data: Record<string, unknown>[] }[]
  const shape = (rows: Record<string, unknown>[] = []) =>
    JSON.stringify(rows.map((row) => [row['_id'], ...Object.keys(row)]))
  if (shape(one?.data) !== shape(other?.data)) throw new Error('the control does not bring the same data')
}

const names = ['maria', 'joao', 'ana', 'paulo', 'sofia', 'jose', 'rita', 'carlos', 'helena', 'nuno']
const surnames = ['silva', 'ferreira', 'pereira', 'nogueira']
/** First name with surname or town. Each pair is searched once, so that its total is not cached. */
const pairs = names.flatMap((name) => [...surnames, 'porto', 'lisboa'].map((other) => [name, other] as const))

/** Measures a search of two words, with page and total, against the same two queries in plain SQL. */
export async function measureSearch({ api, headers, pool, size }: Organisation): Promise<void> {
  const pairOf = (round: number) => pairs[round] ?? ['maria', 'silva']
  const medians = await alternate(pairs.length, {
    ours: (round) =>
      timeOne(`${api}/members?_search=${pairOf(round).join('+')}&_sort=name&_limit=${pageSize}`, { headers }),
    byHand: (round) => {
      const patterns = pairOf(round).map((word) => `%${word}%`)
      return time(async () => {
        await pool.query(searchPage, patterns)
        await pool.query(searchCount, patterns)
      })
    },
  })
  report({
    what: `Pesquisa de duas palavras com o total, ${size} membros: tempo face ao do seu SQL`,
    ratio: medians.ours / medians.byHand,
    target: { max: 0.75 },
    detail: `${milliseconds(medians.ours)} contra ${milliseconds(medians.byHand)}`,
  })
}

/** A page far down the list, as when somebody drags the scrollbar to the middle. */
export async function measureDeepPage({ api, headers, pool, size }: Organisation): Promise<void> {
  const url = `${api}/members?_sort=name&_limit=${pageSize}&_page=${deepPage}`
  await timeOne(url, { headers })
  const medians = await alternate(15, {
    ours: () => timeOne(url, { headers }),
    byHand: () => time(() => pool.query(deepPageByName)),
  })
  report({
    what: `Página ${deepPage} por nome, ${size} membros: tempo face ao do seu SQL`,
    ratio: medians.ours / medians.byHand,
    target: { max: 20 / 450 },
    detail: `${milliseconds(medians.ours)} contra ${milliseconds(medians.byHand)}`,
  })
}

const openAndSaveRounds = 300
/** Rounds before the measurement, with cold connections, plans and code. */
const warmUp = 40

/** Milliseconds to open a member, another one in each round. */
export function timeOpening({ api, headers, memberIds }: Served, round: number): Promise<number> {
  return timeOne(`${api}/members/${pick(memberIds, round)}`, { headers })
}

/** Milliseconds to save a member with a change in each of its two tables. */
export function timeSaving({ api, headers, memberIds }: Served, round: number): Promise<number> {
  return timeOne(`${api}/members/${pick(memberIds, round)}`, {
    headers,
    method: 'PATCH',
    body: changeOf(round),
  })
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
    bareUpdate: (round: number) => timeOne(bareUrl(round), { method: 'PATCH', body: changeOf(round) }),
  }
  await alternate(warmUp, contenders)
  const medians = await alternate(openAndSaveRounds, contenders)
  report({
    what: `Abrir um membro, ${size} membros: tempo face à leitura de controlo`,
    ratio: medians.open / medians.bareOpen,
    target: { max: 7 },
    detail: `${milliseconds(medians.open)} contra ${milliseconds(medians.bareOpen)}`,
  })
  report({
    what: `Gravar um membro, com verificação e registo, ${size} membros: tempo face à leitura de controlo`,
    ratio: medians.save / medians.bareOpen,
    target: { max: 10 },
    detail: `${milliseconds(medians.save)} contra ${milliseconds(medians.bareOpen)}`,
  })
  report({
    what: `Gravar um membro, com verificação e registo, ${size} membros: tempo face a um UPDATE durável`,
    ratio: medians.save / medians.bareUpdate,
    target: { max: 4 },
    detail: `${milliseconds(medians.save)} contra ${milliseconds(medians.bareUpdate)}`,
  })
}

/** Measures the cost of ten times as many members; both organisations run, and requests alternate. */
export async function measureGrowth(small: Organisation, large: Organisation): Promise<void> {
  const ofBoth = { small, large }
  await compare('Lista', ofBoth, ({ api, headers }) =>
    timeOne(`${api}/members?_sort=name&_limit=${pageSize}`, { headers }),
  )
  await compare('Abrir', ofBoth, timeOpening)
  await compare('Gravar', ofBoth, timeSaving)
}

/** Measures the same requests of an earlier program, which runs beside this one with as many members; requests alternate. */
export async function measureBeside(now: Served, earlier: Served): Promise<void> {
  const page = ({ api, headers }: Served, number: number) =>
    timeOne(`${api}/members?_sort=name&_limit=${pageSize}&_page=${number}`, { headers })
  const works: Record<string, (organisation: Served, round: number) => Promise<number>> = {
    Lista: (organisation) => page(organisation, 1),
    [`Página ${deepPage}`]: (organisation) => page(organisation, deepPage),
    'Abrir um membro': timeOpening,
    'Gravar um membro': timeSaving,
  }
  for (const [what, work] of Object.entries(works)) {
    const contenders = {
      now: (round: number) => work(now, round),
      earlier: (round: number) => work(earlier, round),
    }
    await alternate(warmUp, contenders)
    const medians = await alternate(openAndSaveRounds, contenders)
    report({
      what: `${what}, ${now.size} membros: tempo face ao programa anterior`,
      ratio: medians.now / medians.earlier,
      target: { max: 1.2 },
      detail: `${milliseconds(medians.now)} contra ${milliseconds(medians.earlier)}`,
    })
  }
}

const growthRounds = 200

async function compare(
  what: string,
  { small, large }: { small: Organisation; large: Organisation },
  measure: (organisation: Organisation, round: number) => Promise<number>,
): Promise<void> {
  const medians = await alternate(growthRounds, {
    small: (round) => measure(small, round),
    large: (round) => measure(large, round),
  })
  report({
    what: `${what}: tempo com ${large.size} membros face a ${small.size}`,
    ratio: medians.large / medians.small,
    target: { max: 1.5 },
    detail: `${milliseconds(medians.large)} contra ${milliseconds(medians.small)}`,
  })
}
