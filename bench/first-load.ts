import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findChromium, CHROMIUM_FLAGS } from '../scripts/chromium.mjs'
import type { Organisation } from './organisation.ts'
import { beginSession, memberPath } from './organisation.ts'
import { milliseconds, print, report } from './report.ts'
import { alternate, median } from './timing.ts'
import { type CDPSession, chromium, type Page } from '@playwright/test'
import { atEnd } from './processes.ts'

const slowLine: Line = { latency: 150, bitsPerSecondDown: 1.6e6, bitsPerSecondUp: 0.75e6, cpuSlowdown: 4 }
const rounds = 5

/** Measures the members list in a browser with an empty cache, against a page that only fetches and displays the same rows. */
export async function measureFirstRow({ server, control, tokens, size }: Organisation): Promise<void> {
  const executablePath = findBrowser()
  if (!executablePath) return
  const scripts: number[] = []
  const medians = await alternate(rounds, {
    async ours() {
      const [result] = await visit({ executablePath, url: `${server.url}/${memberPath}`, tokens })
      scripts.push(result.scriptKB)
      return result.firstRow
    },
    bare: async () =>
      (await visit({ executablePath, url: `${control.url}/page`, isApplication: false }))[0].firstRow,
  })
  report({
    what: `Primeira linha da lista num Chromium frio, ${size} membros: tempo face a uma página nua`,
    ratio: medians.ours / medians.bare,
    target: { max: 3 },
    detail: `${milliseconds(medians.ours)} contra ${milliseconds(medians.bare)}`,
  })
  reportBudget('JavaScript recebido até a lista se poder usar', median(scripts), 165, kilobytes)
}

type Program = Pick<Organisation, 'server' | 'api'>

/**
 * Measures the members list on a slow line, with an empty cache and in a new tab of the same browser, and a record opened from it for
 * the second time. `earlier` is measured in turn, for the ratios of the two.
 */
export async function measureFirstLoad(ours: Program, earlier?: Program): Promise<void> {
  const executablePath = findBrowser()
  if (!executablePath) return
  const visits = async ({ server, api }: Program) => {
    const { tokens } = await beginSession(api)
    const url = `${server.url}/${memberPath}`
    const options = { executablePath, url, tokens, line: slowLine, isRepeated: true, opensRecord: true }
    const [cold, warm] = await visit(options)
    return { cold, warm: warm ?? cold }
  }
  const first: Visit[] = []
  const second: Visit[] = []
  const before: Visit[] = []
  for (let round = 0; round < rounds; round++) {
    const measureEarlier = async () => earlier && before.push((await visits(earlier)).cold)
    if (round % 2 === 0) await measureEarlier()
    const { cold, warm } = await visits(ours)
    first.push(cold)
    second.push(warm)
    if (round % 2 === 1) await measureEarlier()
  }
  const medianOf = (some: Visit[], name: keyof Visit) => median(some.map((each) => each[name]))
  reportBudget('Linha lenta: primeira linha da lista', medianOf(first, 'firstRow'), 1200, milliseconds)
  reportBudget('Linha lenta: lista que se pode usar', medianOf(first, 'usable'), 2500, milliseconds)
  reportBudget(
    'Linha lenta: recebido até a aplicação tomar conta da lista',
    medianOf(first, 'receivedKB'),
    220,
    kilobytes,
  )
  reportBudget('Linha lenta: recebido na segunda visita', medianOf(second, 'receivedKB'), 40, kilobytes)
  if (!earlier) return
  const compared = [
    ['usable', 'lista que se pode usar', 0.55],
    ['rendered', 'lista da aplicação', 1],
    ['record', 'ficha aberta da lista pela segunda vez', 0.5],
  ] as const
  for (const [name, what, max] of compared) {
    const [now, then] = [medianOf(first, name), medianOf(before, name)]
    report({
      what: `Linha lenta: ${what}, face ao programa anterior`,
      ratio: now / then,
      target: { max },
      detail: `${milliseconds(now)} contra ${milliseconds(then)}`,
    })
  }
}

function reportBudget(what: string, value: number, budget: number, format: (value: number) => string): void {
  report({
    what: `${what}, face a ${format(budget)}`,
    ratio: value / budget,
    target: { max: 1 },
    detail: format(value),
  })
}

function kilobytes(value: number): string {
  return `${Math.round(value)} KB`
}

function findBrowser(): string | undefined {
  const executablePath = findChromium({ whole: true })
  if (existsSync(join(import.meta.dirname, '../web/dist/index.html')) && executablePath) return executablePath
  print('        (sem interface construída ou sem Chromium, a primeira carga no navegador não se mede)')
}

/** Network and processor of a visit, emulated through the DevTools protocol. */
export interface Line {
  /** Milliseconds before each response. */
  latency: number
  bitsPerSecondDown: number
  bitsPerSecondUp: number
  /** Factor by which the processor is slowed down. */
  cpuSlowdown: number
}

export interface Visit {
  /** Milliseconds from the navigation to the first row with data. */
  firstRow: number
  /** Milliseconds from the navigation until rows open when they are clicked and the search box keeps what is typed. */
  usable: number
  /** Milliseconds from the navigation until the application shows rows and the search box. */
  rendered: number
  /** Milliseconds from the click on a row until its record is shown, for the second time; NaN when it is not opened. */
  record: number
  /** Kilobytes received until `rendered`, headers included. */
  receivedKB: number
  /** Kilobytes of scripts until `rendered`, as transferred. */
  scriptKB: number
}

interface VisitOptions {
  executablePath: string
  url: string
  tokens?: Organisation['tokens']
  line?: Line
  /** Visits again, in another page with the same cache, and opens no record there. */
  isRepeated?: boolean
  /** Opens the record of the first row twice. */
  opensRecord?: boolean
  /** Whether to wait for the application after the first row. */
  isApplication?: boolean
}

const timeoutMs = 60_000

/** Visits a URL in a new browser, with an empty cache. */
export async function visit(options: VisitOptions): Promise<[Visit, Visit?]> {
  const { executablePath, url, tokens, isRepeated } = options
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS })
  atEnd(() => browser.close())
  try {
    const localStorage = [
      { name: 'authentication', value: tokens?.access ?? '' },
      { name: 'refreshToken', value: tokens?.refresh ?? '' },
    ]
    const origins = tokens ? [{ origin: new URL(url).origin, localStorage }] : []
    const context = await browser.newContext({ storageState: { cookies: [], origins } })
    const visitPage = async (how: VisitOptions) => {
      const page = await context.newPage()
      return visitOnce(page, how).finally(() => page.close())
    }
    const first = await visitPage(options)
    return isRepeated ? [first, await visitPage({ ...options, opensRecord: false })] : [first]
  } finally {
    await browser.close()
  }
}

async function visitOnce(page: Page, options: VisitOptions): Promise<Visit> {
  const { url, line, isApplication = true, opensRecord = false } = options
  const session = await page.context().newCDPSession(page)
  const receivedBytes = await countReceived(session)
  if (line) await slowDown(session, line)
  const result = Promise.withResolvers<Visit>()
  const timer = setTimeout(() => result.reject(new Error(`${url} shows no list`)), timeoutMs)
  await page.exposeFunction('onRendered', (times: Omit<Visit, 'receivedKB' | 'record'>) =>
    result.resolve({ ...times, record: Number.NaN, receivedKB: receivedBytes() / 1024 }),
  )
  await page.addInitScript(watchScript(isApplication ? '#root ' : ''))
  await page.goto(url, { waitUntil: 'commit' })
  const visited = await result.promise.finally(() => clearTimeout(timer))
  return opensRecord ? { ...visited, record: await openTwice(page) } : visited
}

/** Opens the record of the first row, goes back, and returns the milliseconds that it takes to open again. */
async function openTwice(page: Page): Promise<number> {
  await page.waitForLoadState('networkidle')
  const open = () => page.evaluate<number>(openScript)
  await open()
  await page.waitForLoadState('networkidle')
  await page.goBack()
  await page.waitForSelector('#root tr[aria-rowindex="2"] a')
  return open()
}

/** Clicks the first row's link, and checks on each frame for the record's title and an input with the same text. */
const openScript = `new Promise((resolve) => {
  const began = performance.now()
  document.querySelector('#root tr[aria-rowindex="2"] a').click()
  const look = () => {
    const title = document.querySelector('main h1')?.textContent
    const inputs = [...document.querySelectorAll('main input')]
    if (inputs.some(({ value }) => value === title)) resolve(performance.now() - began)
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
})`

async function slowDown(session: CDPSession, line: Line): Promise<void> {
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: line.latency,
    downloadThroughput: line.bitsPerSecondDown / 8,
    uploadThroughput: line.bitsPerSecondUp / 8,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: line.cpuSlowdown })
}

/** Counts the received bytes of a page, including those of incomplete responses. */
async function countReceived(session: CDPSession): Promise<() => number> {
  const bytes = new Map<string, number>()
  const add = (id: string, more: number) => bytes.set(id, (bytes.get(id) ?? 0) + more)
  session.on('Network.responseReceived', (event) => add(event.requestId, event.response.encodedDataLength))
  session.on('Network.dataReceived', (event) => add(event.requestId, event.encodedDataLength))
  session.on('Network.loadingFinished', (event) => bytes.set(event.requestId, event.encodedDataLength))
  await session.send('Network.enable')
  return () => bytes.values().reduce((sum, each) => sum + each, 0)
}

/**
 * Checks on each frame for a first row with text (rows are empty while data are loading), then for the row and the search box of
 * the application inside `root`.
 */
function watchScript(root: string): string {
  const row = 'tr[aria-rowindex="2"]'
  return `
  let firstRow, usable
  const hasRow = (root) => document.querySelector(root + '${row}')?.textContent.trim()
  const look = () => {
    if (firstRow === undefined && hasRow('')) firstRow = performance.now()
    const hasBox = (root) => '${root}' === '' || document.querySelector(root + 'input[type="search"]')
    if (usable === undefined && hasRow('') && hasBox('')) usable = performance.now()
    const isRendered = hasRow('${root}') && hasBox('${root}')
    if (!isRendered) return requestAnimationFrame(look)
    const scripts = performance.getEntriesByType('resource').filter(({ name }) => /\\.m?js(\\?|$)/.test(name))
    const bytes = scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
    globalThis.onRendered({ firstRow, usable, rendered: performance.now(), scriptKB: bytes / 1024 })
  }
  requestAnimationFrame(look)
`
}
