import { everyMember } from './by-hand.ts'
import { megabytes, type Memory, memoryWhile } from './memory.ts'
import { type Organisation, startServer } from './organisation.ts'
import { milliseconds, report } from './report.ts'
import { alternate, time, timeOne } from './timing.ts'

/** Measures the export of all members, against COPY of the same query. */
export async function measureExport(small: Organisation, large: Organisation): Promise<void> {
  const { pool, headers, size } = large
  const medians = await alternate(7, {
    csv: () => timeOne(urlOf(large.api, 'csv'), { headers }),
    xlsx: () => timeOne(urlOf(large.api, 'xlsx'), { headers }),
    copy: () => time(() => pool.query(`COPY (${everyMember}) TO STDOUT`)),
  })
  for (const [format, max] of [
    ['csv', 3],
    ['xlsx', 4.5],
  ] as const) {
    report({
      what: `Exportar ${size} membros em ${format.toUpperCase()}: tempo face ao COPY da mesma consulta`,
      ratio: medians[format] / medians.copy,
      target: { max },
      detail: `${milliseconds(medians[format])} contra ${milliseconds(medians.copy)}`,
    })
    const [few, many] = [await peakOf(small, format), await peakOf(large, format)]
    if (!few || !many) continue
    report({
      what: `Exportar em ${format.toUpperCase()}: memória no máximo com ${size} membros face a ${small.size}`,
      ratio: many.peak / few.peak,
      target: { max: 1.5 },
      detail: `${megabytes(many)} contra ${megabytes(few)}`,
    })
  }
}

function urlOf(api: string, format: string): string {
  return `${api}/members/export?format=${format}`
}

/** Peak memory of a fresh server during the export; undefined outside of Linux. */
async function peakOf(organisation: Organisation, format: string): Promise<Memory | undefined> {
  const { headers, databaseUrl } = organisation
  const server = await startServer(databaseUrl)
  const memory = await memoryWhile(server.pid, () => timeOne(urlOf(`${server.url}/api`, format), { headers }))
  await server.stop()
  return memory
}
