import { measureAgainst } from './against.ts'
import { measureBank } from './bank.ts'
import { measureCards } from './cards.ts'
import {
  measureBeside,
  measureDeepPage,
  measureGrowth,
  measureList,
  measureOpenAndSave,
  measureSearch,
} from './members.ts'
import { insertDues, measureDues, measureGeneration } from './dues.ts'
import { endAll } from './processes.ts'
import { measureExport } from './export.ts'
import { measureFirstLoad, measureFirstRow } from './first-load.ts'
import { measureImport } from './import.ts'
import { measureLarge } from './large.ts'
import type { Organisation } from './organisation.ts'
import { createEarlierOrganisation, createOrganisation, startPostgres } from './organisation.ts'
import { measureOutbox } from './outbox.ts'
import { missedCount, print } from './report.ts'
import { measureReports } from './reports.ts'
import { measureTreasury } from './treasury.ts'

let interrupted = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    interrupted = true
    void endAll().finally(() => process.exit(1))
  })
}

const began = Date.now()

async function run(measurements: () => Promise<void>): Promise<void> {
  try {
    await measurements()
    const missed = missedCount()
    if (missed > 0) process.exitCode = 1
    const seconds = Math.round((Date.now() - began) / 1000)
    print(
      missed === 0
        ? `\nTodos os alvos cumpridos, em ${seconds} s.`
        : `\n${missed} por cumprir (MISSED), em ${seconds} s.`,
    )
  } catch (error) {
    process.exitCode = 1
    // After a signal, the error is a consequence of the cleanup.
    if (!interrupted) process.stderr.write(`${(error as Error).stack}\n`)
  } finally {
    await endAll()
  }
}

/** Payments, of which each member makes nearly one a year. */
const paymentsOfReports = 1_200_000

/** Parts that run alone. Those of an organisation take its number of members: `npm run bench -- members 1000000`. */
const parts: Record<string, (size: number) => Promise<void>> = {
  /** `npm run bench -- large`: work for all members of the largest organisation; takes many minutes. */
  large: measureLarge,
  /** `npm run bench -- dues`: debts, payments, their overview and a generation. */
  dues: async (size) => measureDues(await createOrganisation(await startPostgres(), size)),
  /** `npm run bench -- generation`: a year of quotas of all members. */
  generation: async (size) => {
    const organisation = await createOrganisation(await startPostgres(), size)
    await insertDues(organisation)
    await measureGeneration(organisation)
  },
  /**
   * `npm run bench -- reports 300000`: the reports, with a million payments and half a million transactions; 300 000 is the largest organisation.
   */
  reports: async (size) => {
    const organisation = await createOrganisation(await startPostgres(), size)
    await insertDues(organisation, Math.ceil(paymentsOfReports / size))
    await measureReports(organisation)
  },
  /** `npm run bench -- treasury`: the list of half a million transactions, and entering one. */
  treasury: async () => measureTreasury(await createOrganisation(await startPostgres(), 1_000)),
  /** `npm run bench -- bank`: ten thousand lines of a statement against the open charges. */
  bank: async (size) => {
    const postgres = await startPostgres()
    const organisations = []
    for (const count of [size / 10, size]) {
      const organisation = await createOrganisation(postgres, count)
      await insertDues(organisation)
      organisations.push(organisation)
    }
    const [small, large] = organisations as [Organisation, Organisation]
    await measureBank(small, large)
  },
  /** `npm run bench -- import`: importing that many members against a tenth of them; takes ten minutes. */
  import: async (size) => measureImport(await createOrganisation(await startPostgres(), 10), size),
  /** `npm run bench -- members`: searching, deep pages, opening and saving. */
  members: async (size) => {
    const organisation = await createOrganisation(await startPostgres(), size)
    await measureSearch(organisation)
    await measureOpenAndSave(organisation)
    await measureDeepPage(organisation)
  },
  /** `npm run bench -- beside 100000 FOLDER`: lists, opening and saving, in turn with the program that was built in the folder. */
  beside: async (size) => {
    const postgres = await startPostgres()
    const [, , , , folder] = process.argv
    if (folder === undefined) throw new Error('Indique a pasta do programa anterior.')
    await measureBeside(
      await createOrganisation(postgres, size),
      await createEarlierOrganisation(postgres, folder, size),
    )
  },
  /** `npm run bench -- first-load`: the first load alone, on a slow line, in a minute or two. With a folder, beside the program built there. */
  'first-load': async () => {
    const postgres = await startPostgres()
    const folder = process.argv[3]
    await measureFirstLoad(
      await createOrganisation(postgres, 1_000),
      folder === undefined ? undefined : await createEarlierOrganisation(postgres, folder, 1_000),
    )
  },
}
const [part, given = '100000'] = process.argv.slice(2)
// `npm run bench -- against <commit>`: memory and time of a start, of the last commit and of another in turn.
if (part !== undefined && part !== 'against' && !parts[part]) {
  print(`A parte "${part}" não existe; as que existem são: against, ${Object.keys(parts).join(', ')}.`)
  process.exitCode = 1
} else
  await run(() =>
    part === 'against' ? measureAgainst(given) : (parts[part ?? ''] ?? measure)(Number(given)),
  )

/** Every figure is a ratio to a baseline measured in turn with it, so that the speed of the machine cancels out. */
async function measure(): Promise<void> {
  print('A preparar as organizações de 10 000 e de 100 000 membros…')
  const postgres = await startPostgres()
  const small = await createOrganisation(postgres, 10_000)
  const large = await createOrganisation(postgres, 100_000)
  print(`Prontas em ${Math.round((Date.now() - began) / 1000)} s.\n`)
  for (const organisation of [small, large]) {
    await measureList(organisation)
    await measureSearch(organisation)
    await measureOpenAndSave(organisation)
  }
  await measureDeepPage(large)
  await measureGrowth(small, large)
  await measureExport(small, large)
  await measureFirstRow(large)
  await measureFirstLoad(small)
  await measureOutbox(small)
  await measureCards(small)
  await measureDues(large)
  await measureReports(large)
}
