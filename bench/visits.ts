import { type CDPSession, chromium, type Page } from '@playwright/test'
import { CHROMIUM_FLAGS } from '../scripts/chromium.mjs'
import { atEnd } from './cleanup.ts'
import type { Organisation } from './organisation.ts'

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
  /** Milliseconds from the navigation until the application shows rows and the search box. */
  usable: number
  /** Kilobytes received until `usable`, headers included. */
  receivedKB: number
  /** Kilobytes of scripts until `usable`, as transferred. */
  scriptKB: number
}

interface VisitOptions {
  executablePath: string
  url: string
  tokens?: Organisation['tokens']
  line?: Line
  /** Visits again, in another page with the same cache. */
  isRepeated?: boolean
  /** Whether to wait for the application after the first row. */
  isApplication?: boolean
}

const patienceMs = 60_000

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
  const result = Promise.withResolvers<Visit>()
  const timer = setTimeout(() => result.reject(new Error(`${url} shows no list`)), patienceMs)
  await page.exposeFunction('onUsable', (times: Omit<Visit, 'receivedKB'>) =>
    result.resolve({ ...times, receivedKB: receivedBytes() / 1024 }),
  )
  await page.addInitScript(watchScript(isApplication ? '#root ' : ''))
  await page.goto(url, { waitUntil: 'commit' })
  return result.promise.finally(() => clearTimeout(timer))
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
