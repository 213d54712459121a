import { generateQuotas, insertDues, previewQuotas } from './dues.ts'
import { megabytes, memoryWhile, peakOf } from './memory.ts'
import { beginSession, createOrganisation, makeFolder, startPostgres, startServer } from './organisation.ts'
import { print, report } from './report.ts'
import { time } from './timing.ts'

const size = 300_000
/** Timeout of the server's start after New Year, in milliseconds. */
const startTimeoutMs = 30 * 60_000

/**
 * Measures work for all members of the largest organisation, with thirteen years of charges: seconds, and the memory of the server.
 * Only the generation has a target; the rest shows whether the work ends, and what grows.
 */
export async function measureLarge(): Promise<void> {
  const began = Date.now()
  const postgres = await startPostgres()
  const made = await createOrganisation(postgres, size)
  await insertDues(made)
  const organisation = { ...made, ...(await beginSession(made.api)) }
  print(`Prontas em ${seconds(Date.now() - began)}.\n`)

  const { pool, server, databaseUrl } = organisation
  await measure('Prever uma geração para todos', server.pid, () => previewQuotas(organisation))
  let count = 0
  const generated = await measure('Gerar as quotas de um ano', server.pid, async () => {
    count = await generateQuotas(organisation)
  })
  report({
    what: `Gerar ${count} quotas, ${size} membros: tempo face a um minuto`,
    ratio: generated / 60_000,
    target: { max: 1 },
    detail: seconds(generated),
  })

  await server.stop()
  await pool.query(`UPDATE member_balances SET as_of = as_of - 366`)
  let restarted = server
  const took = await time(
    async () => (restarted = await startServer(databaseUrl, makeFolder(), startTimeoutMs)),
  )
  const peak = Math.round(peakOf(restarted.pid) ?? 0)
  print(`Ano novo: o que todos devem, até o servidor responder: ${seconds(took)}; memória até ${peak} MB`)
}

/** Returns milliseconds. */
async function measure(what: string, pid: number, work: () => Promise<unknown>): Promise<number> {
  let memory: Awaited<ReturnType<typeof memoryWhile>>
  const took = await time(async () => (memory = await memoryWhile(pid, work)))
  print(`${what}: ${seconds(took)}${memory ? `; memória até ${megabytes(memory)}` : ''}`)
  return took
}

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`
