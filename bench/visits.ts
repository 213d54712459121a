import { type CDPSession, chromium, type Page } from '@playwright/test'
import { CHROMIUM_FLAGS } from '../scripts/chromium.mjs'
import { atEnd } from './ending.ts'
import type { Organisation } from './organisation.ts'

/** The connection and the processor of a visit, set through Chromium's own protocol. */
export interface Line {
  /** Milliseconds before each answer. */
  latency: number
  bitsPerSecondDown: number
  bitsPerSecondUp: number
  /** How many times slower the processor is. */
  cpuSlowdown: number
}

export interface Visit {
  /** Milliseconds from the navigation to the first row with data, whoever draws it. */
  firstRow: number
  /** Milliseconds from the navigation until the application itself shows rows and the search box. */
  usable: number
  /** Kilobytes received until then, headers included. */
  receivedKB: number
  /** Kilobytes of scripts until then, as sent. */
  scriptKB: number
}

interface VisitOptions {
  executablePath: string
  url: string
  tokens?: Organisation['tokens']
  line?: Line
  /** Visits once more, in another page with the same cache. */
  isRepeated?: boolean
  /** Whether the page goes on after its first row. */
  isApplication?: boolean
}

const patienceMs = 60_000

/** Visits an address with a browser of its own, which has nothing in its cache. */
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
    const visitPage = async () => {
      const page = await context.newPage()
      return visitOnce(page, options).finally(() => page.close())
    }
    const first = await visitPage()
    return isRepeated ? [first, await visitPage()] : [first]
  } finally {
    await browser.close()
  }
}

async function visitOnce(page: Page, { url, line, isApplication = true }: VisitOptions): Promise<Visit> {
  const session = await page.context().newCDPSession(page)
  const receivedBytes = await countReceived(session)
  if (line) await slowDown(session, line)
  const seen = Promise.withResolvers<Visit>()
  const timer = setTimeout(() => seen.reject(new Error(`${url} shows no list`)), patienceMs)
  await page.exposeFunction('onUsable', (times: Omit<Visit, 'receivedKB'>) =>
    seen.resolve({ ...times, receivedKB: receivedBytes() / 1024 }),
  )
  await page.addInitScript(watchScript(isApplication ? '#root ' : ''))
  await page.goto(url, { waitUntil: 'commit' })
  return seen.promise.finally(() => clearTimeout(timer))
}

async function slowDown(session: CDPSession, line: Line): Promise<void> {
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: line.latency,
    downloadThroughput: line.bitsPerSecondDown / 8,
    uploadThroughput: line.bitsPerSecondUp / 8,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: line.cpuSlowdown })
}

/** Counts the bytes that the page receives, also of answers that are still arriving. */
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
 * Looks at each frame for a first row with text, since it has none while data are on the way, and then for the row and the
 * search box of the application, which are in `root`.
 */
function watchScript(root: string): string {
  const row = 'tr[aria-rowindex="2"]'
  return `
  let firstRow
  const hasRow = (root) => document.querySelector(root + '${row}')?.textContent.trim()
  const look = () => {
    if (firstRow === undefined && hasRow('')) firstRow = performance.now()
    const isUsable = hasRow('${root}') && ('${root}' === '' || document.querySelector('${root}input[type="search"]'))
    if (!isUsable) return requestAnimationFrame(look)
    const scripts = performance.getEntriesByType('resource').filter(({ name }) => /\\.m?js(\\?|$)/.test(name))
    const bytes = scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
    globalThis.onUsable({ firstRow, usable: performance.now(), scriptKB: bytes / 1024 })
  }
  requestAnimationFrame(look)
`
}
