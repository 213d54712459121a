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
    target: { most: 3 },
    detail: `${milliseconds(medians.ours)} contra ${milliseconds(medians.bare)}`,
  })
  reportBudget('JavaScript recebido até a lista se poder usar', median(scripts), 180, kilobytes)
}

/** Measures the members list on a slow line: with an empty cache, and in a new tab of the same browser. */
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
  const medianOf = (visits: Visit[], name: keyof Visit) => median(visits.map((each) => each[name]))
  reportBudget('Linha lenta: primeira linha da lista', medianOf(first, 'firstRow'), 1200, milliseconds)
  reportBudget('Linha lenta: lista que se pode usar', medianOf(first, 'usable'), 2500, milliseconds)
  reportBudget(
    'Linha lenta: recebido até a lista se poder usar',
    medianOf(first, 'receivedKB'),
    220,
    kilobytes,
  )
  reportBudget('Linha lenta: recebido na segunda visita', medianOf(second, 'receivedKB'), 40, kilobytes)
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
