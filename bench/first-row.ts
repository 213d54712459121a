import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium } from '@playwright/test'
import { CHROMIUM_FLAGS, findChromium } from '../scripts/chromium.mjs'
import { atEnd } from './ending.ts'
import type { Organisation } from './organisation.ts'
import { memberPath } from './organisation.ts'
import { milliseconds, report, say } from './report.ts'
import { alternate, median } from './timing.ts'

/** In a page of ours and in the bare one alike. While the data are on the way, the row has no text. */
const firstRow = 'tr[aria-rowindex="2"]'
const mostKilobytes = 180
const rounds = 5

/** A list opened in a browser that never saw it, against a page that only fetches the same rows and writes them. */
export async function measureFirstRow(organisation: Organisation): Promise<void> {
  const { server, control, tokens, size } = organisation
  const executablePath = findChromium({ whole: true })
  if (!existsSync(join(import.meta.dirname, '../web/dist/index.html')) || !executablePath) {
    say('        (sem interface construída ou sem Chromium, a primeira linha no navegador não se mede)')
    return
  }
  const localStorage = [
    { name: 'authentication', value: tokens.access },
    { name: 'refreshToken', value: tokens.refresh },
  ]
  const storageState = { cookies: [], origins: [{ origin: server.url, localStorage }] }
  const scripts: number[] = []
  const found = await alternate(rounds, {
    async ours() {
      const { elapsed, kilobytes } = await open(executablePath, `${server.url}/${memberPath}`, {
        storageState,
      })
      scripts.push(kilobytes)
      return elapsed
    },
    bare: async () => (await open(executablePath, `${control.url}/page`, {})).elapsed,
  })
  report({
    what: `Primeira linha da lista num Chromium frio, ${size} membros: tempo face a uma página nua`,
    ratio: found.ours / found.bare,
    target: { most: 3 },
    detail: `${milliseconds(found.ours)} contra ${milliseconds(found.bare)}`,
  })
  report({
    what: `JavaScript recebido até à primeira linha, face a ${mostKilobytes} KB`,
    ratio: median(scripts) / mostKilobytes,
    target: { most: 1 },
    detail: `${Math.round(median(scripts))} KB`,
  })
}

interface Seen {
  /** Milliseconds from the navigation to the first row with data. */
  elapsed: number
  /** Of script, as it travels, that came until then. */
  kilobytes: number
}

const patience = 60_000

/** Opens the address in a browser of its own, without anything kept from before. */
async function open(executablePath: string, url: string, options: BrowserContextOptions): Promise<Seen> {
  const browser: Browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS })
  atEnd(() => browser.close())
  try {
    const page = await (await browser.newContext(options)).newPage()
    const seen = Promise.withResolvers<Seen>()
    const timer = setTimeout(() => seen.reject(new Error(`${url} shows no row`)), patience)
    await page.exposeFunction('firstRowSeen', seen.resolve)
    await page.addInitScript(watch)
    await page.goto(url, { waitUntil: 'commit' })
    return await seen.promise.finally(() => clearTimeout(timer))
  } finally {
    await browser.close()
  }
}

/** Runs in the page before anything of its own: looks at every frame drawn for the row. */
const watch = `
  const look = () => {
    if (!document.querySelector('${firstRow}')?.textContent.trim()) return requestAnimationFrame(look)
    const elapsed = performance.now()
    const scripts = performance.getEntriesByType('resource').filter(({ name }) => /\\.m?js(\\?|$)/.test(name))
    const bytes = scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
    globalThis.firstRowSeen({ elapsed, kilobytes: bytes / 1024 })
  }
  requestAnimationFrame(look)
`
