import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { everyMember } from './by-hand.ts'
import { type Organisation, startServer } from './organisation.ts'
import { milliseconds, report, say } from './report.ts'
import { alternate, time, timeOne } from './timing.ts'

/** Every member as a file, against PostgreSQL's own way of giving all rows of the same query. */
export async function measureExport(small: Organisation, large: Organisation): Promise<void> {
  const { pool, headers, size } = large
  const found = await alternate(3, {
    csv: () => timeOne(urlOf(large.api, 'csv'), { headers }),
    xlsx: () => timeOne(urlOf(large.api, 'xlsx'), { headers }),
    copy: () => time(() => pool.query(`COPY (${everyMember}) TO STDOUT`)),
  })
  for (const [format, most] of [
    ['csv', 4],
    ['xlsx', 8],
  ] as const) {
    report({
      what: `Exportar ${size} membros em ${format.toUpperCase()}: tempo face ao COPY da mesma consulta`,
      ratio: found[format] / found.copy,
      target: { most },
      detail: `${milliseconds(found[format])} contra ${milliseconds(found.copy)}`,
    })
    const [few, many] = [await peakOf(small, format), await peakOf(large, format)]
    if (!few || !many) continue
    report({
      what: `Exportar em ${format.toUpperCase()}: memória no máximo com ${size} membros face a ${small.size}`,
      ratio: many.peak / few.peak,
      target: { most: 1.5 },
      detail: `${megabytes(many)} contra ${megabytes(few)}`,
    })
  }
}

function urlOf(api: string, format: string): string {
  return `${api}/members/export?format=${format}`
}

interface Memory {
  /** Megabytes that the server held at the most, and before. */
  peak: number
  before: number
}

/** The memory of a server that just started while it exports; undefined where the system does not tell. */
async function peakOf(organisation: Organisation, format: string): Promise<Memory | undefined> {
  const { headers, databaseUrl } = organisation
  const server = await startServer(databaseUrl)
  const before = resident(server.pid)
  if (before === undefined) {
    say('        (a memória só se mede em Linux)')
    return undefined
  }
  let peak = before
  let over = false
  const exporting = timeOne(urlOf(`${server.url}/api`, format), { headers }).finally(() => (over = true))
  while (!over) {
    peak = Math.max(peak, resident(server.pid) ?? 0)
    await sleep(10)
  }
  await exporting
  await server.stop()
  return { peak, before }
}

function resident(pid: number): number | undefined {
  if (process.platform !== 'linux') return undefined
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

function megabytes({ peak, before }: Memory): string {
  return `${Math.round(peak)} MB (mais ${Math.round(peak - before)})`
}
