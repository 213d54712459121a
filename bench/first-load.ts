import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findChromium } from '../scripts/chromium.mjs'
import type { Organisation } from './organisation.ts'
import { beginSession, memberPath } from './organisation.ts'
import { milliseconds, report, say } from './report.ts'
import { alternate, median } from './timing.ts'
import { type Line, type Visit, visit } from './visits.ts'

const slowLine: Line = { latency: 150, bitsPerSecondDown: 1.6e6, bitsPerSecondUp: 0.75e6, cpuSlowdown: 4 }
const rounds = 5

/** The members list in a browser that never saw it, against a page that only fetches the same rows and writes them. */
export async function measureFirstRow({ server, control, tokens, size }: Organisation): Promise<void> {
  const executablePath = findBrowser()
  if (!executablePath) return
  const scripts: number[] = []
  const found = await alternate(rounds, {
    async ours() {
      const [seen] = await visit({ executablePath, url: `${server.url}/${memberPath}`, tokens })
      scripts.push(seen.scriptKB)
      return seen.firstRow
    },
    bare: async () =>
      (await visit({ executablePath, url: `${control.url}/page`, isApplication: false }))[0].firstRow,
  })
  report({
    what: `Primeira linha da lista num Chromium frio, ${size} membros: tempo face a uma página nua`,
    ratio: found.ours / found.bare,
    target: { most: 3 },
    detail: `${milliseconds(found.ours)} contra ${milliseconds(found.bare)}`,
  })
  reportBudget('JavaScript recebido até a lista se poder usar', median(scripts), 180, kilobytes)
}

/** The members list on a slow line: in a browser that never saw it, and in a new tab of the same browser. */
export async function measureFirstLoad({ server, api }: Organisation): Promise<void> {
  const executablePath = findBrowser()
  if (!executablePath) return
  const first: Visit[] = []
  const second: Visit[] = []
  while (first.length < rounds) {
    const { tokens } = await beginSession(api)
    const url = `${server.url}/${memberPath}`
    const [cold, warm] = await visit({ executablePath, url, tokens, line: slowLine, isRepeated: true })
    first.push(cold)
    if (warm) second.push(warm)
  }
  const of = (visits: Visit[], name: keyof Visit) => median(visits.map((each) => each[name]))
  reportBudget('Linha lenta: primeira linha da lista', of(first, 'firstRow'), 1200, milliseconds)
  reportBudget('Linha lenta: lista que se pode usar', of(first, 'usable'), 2500, milliseconds)
  reportBudget('Linha lenta: recebido até a lista se poder usar', of(first, 'receivedKB'), 220, kilobytes)
  reportBudget('Linha lenta: recebido na segunda visita', of(second, 'receivedKB'), 40, kilobytes)
}

function reportBudget(what: string, value: number, budget: number, say: (value: number) => string): void {
  report({
    what: `${what}, face a ${say(budget)}`,
    ratio: value / budget,
    target: { most: 1 },
    detail: say(value),
  })
}

function kilobytes(value: number): string {
  return `${Math.round(value)} KB`
}

function findBrowser(): string | undefined {
  const executablePath = findChromium({ whole: true })
  if (existsSync(join(import.meta.dirname, '../web/dist/index.html')) && executablePath) return executablePath
  say('        (sem interface construída ou sem Chromium, a primeira carga no navegador não se mede)')
}
