import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, relative } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { findOrInstallChromium } from './chromium.mjs'
import { endAll, execute, readWritten, results } from './execute.mjs'
import { ROOT, filesBelow } from './paths.mjs'
import { fail, print, secondsSince } from './print.mjs'
import { processorSeconds } from './processor-time.mjs'
import { repeatFailed } from './unstable.mjs'

/**
 * `npm test` (the gate), `npm run test:all`, `npm run check` and `npm run test:cluster`: runs all steps, even after failures, so that the
 * summary is complete. Arguments select steps by name, or by the part before `/`: `npm test -- lint server`.
 */
export async function run(chosen, command) {
  const all = { check: CHECKS, 'test:cluster': CLUSTER }[command] ?? [...CHECKS, ...TESTS]
  if (command === 'test:cluster') await checkPrograms()
  const isNamed = (step, name) => step.name === name || step.name.startsWith(`${name}/`)
  const unknown = chosen.find((name) => !all.some((step) => isNamed(step, name)))
  if (unknown)
    fail(`O passo "${unknown}" não existe; os que existem são: ${all.map(({ name }) => name).join(', ')}.`)

  const isGate = command === 'test'
  if (!isGate) process.env.TEST_VOLUME = 'long'
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stopAll())
  const before = processorSeconds()
  const steps = all.filter((step) => chosen.length === 0 || chosen.some((name) => isNamed(step, name)))
  // All steps are queued at once, so that no processor is idle at the end of a step.
  const done = await Promise.all(steps.map((step) => perform(step, !isGate)))
  const files = done.flatMap((step) => step.files.map((file) => ({ ...file, step })))
  const settled = await repeatFailed(files, repeatAlone)
  await stopServers()

  printTimes(done, files, processorSeconds() - before)
  const failing = [...new Set(settled.files.filter(({ failed }) => failed > 0).map(({ step }) => step.name))]
  print(failing.length > 0 ? `\nFalhou: ${failing.join(', ')}` : '\nTudo passou.')
  reportUnstable(settled)
  const sum = (name) => settled.files.reduce((total, file) => total + file[name], 0)
  print(`${sum('passed')} passed, ${sum('failed')} failed`)
  // Waits until the output is written: a pipe may still have some in its buffer.
  await new Promise((resolve) => process.stdout.write('', resolve))
  process.exit(sum('failed') > 0 ? 1 : 0)
}

/** Runs a step: all its files, or those of the gate. */
async function perform(step, withLong) {
  let began = Date.now()
  let isBegun = false
  const take = (weight, work) =>
    turns.take(weight, () => {
      if (!isBegun) began = Date.now()
      isBegun = true
      return work()
    })
  const { files, output, processorSeconds: used = 0 } = await attempt(step, take, withLong)
  const count = files.reduce((total, { passed, failed }) => total + passed + failed, 0)
  const failed = files.reduce((total, file) => total + file.failed, 0)
  const counts = step.tests ? `${count} testes, ` : ''
  const verdict =
    failed > 0 ? `✗ ${step.name}  ${failed} ${failed === 1 ? 'falha' : 'falhas'} em` : `✓ ${step.name} `
  print(`${verdict} ${counts}${secondsSince(began)}`)
  if (failed > 0) print(output.trimEnd())
  return { ...step, files, used }
}

/** A check is one test. A test step that crashes is one failure. */
async function attempt(step, take, withLong) {
  const broken = (error) => ({ file: step.name, passed: 0, failed: 1, seconds: 0, error })
  try {
    if (!step.tests) {
      const { code, ...done } = await take(CHECK_WEIGHT, step.work)
      return { ...done, files: [code === 0 ? { ...broken(), passed: 1, failed: 0 } : broken()] }
    }
    const { code, ...done } = await step.tests(take, withLong)
    if (code === 0 || done.files.some(({ failed }) => failed > 0)) return done
    return { ...done, files: [...done.files, broken(`terminou com o código ${code}`)] }
  } catch (error) {
    const output = String(error?.stack ?? error)
    return { files: [broken(output)], output }
  }
}

/** Runs a failed file again; a check or a step that broke as a whole is not repeated. */
async function repeatAlone({ step, ...first }) {
  if (!step.alone || first.file === step.name) return first
  print(`A repetir ${first.file}, sozinho…`)
  const { files, output } = await step.alone(first.file)
  const again = files.find(({ file }) => file === first.file)
  if (!again || again.failed > 0) print(output.trimEnd())
  return { ...(again ?? first), step }
}

/** Prints the processor time of each step, and the files that took longest. */
function printTimes(steps, files, total) {
  const seconds = (value) => `${Math.round(value)} s`
  const used = steps.map(({ name, used }) => `${name} ${seconds(used)}`)
  const others = total - steps.reduce((sum, step) => sum + step.used, 0)
  print(
    `\nProcessador: ${[...used, `PostgreSQL e o resto ${seconds(others)}`].join(', ')}; ao todo ${seconds(total)}`,
  )
  const slowest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10)
  const tests = slowest.filter((file) => file.seconds > 0)
  if (tests.length > 0)
    print(`Mais demorados: ${tests.map((file) => `${file.file} ${seconds(file.seconds)}`).join(', ')}`)
}

/** Prints the unstable files and writes them to `test-results/unstable.json`. */
function reportUnstable({ unstable, isTooMany }) {
  const list = unstable.map(({ file, seconds, error }) => ({ file, seconds, error }))
  mkdirSync(join(ROOT, 'test-results'), { recursive: true })
  writeFileSync(join(ROOT, 'test-results/unstable.json'), `${JSON.stringify(list, null, 2)}\n`)
  if (list.length === 0) return
  const lines = list.map(({ file, seconds, error }) => {
    const firstLine = error?.split('\n').find((line) => line.trim())
    return `  ${file} (${Math.round(seconds)} s): ${firstLine?.trim() ?? 'sem mensagem'}`
  })
  print(`Instáveis: ${list.length}${isTooMany ? ', demasiados' : ''}\n${lines.join('\n')}`)
}

const isTest = (path) => /\.test\.(tsx?|mjs)$/.test(path)
/** Tests that `npm test` omits: long runs of random operations, kills, load. */
const isLong = (path) => path.includes('/long/')
/** Browser tests of the gate: one for each job that a person does. */
const JOURNEYS = 'e2e/journeys'

const CHECKS = [
  { name: 'format', work: () => tool('oxfmt/bin/oxfmt', '--check') },
  // With the types of every file, by the tsconfig.json nearest to it: one program instead of one for each project, and half the CPU time.
  { name: 'lint', work: () => tool('oxlint/bin/oxlint', '--type-aware', '--type-check', '--deny-warnings') },
  { name: 'arrows', work: () => execute(['scripts/check-arrows.mjs']) },
  { name: 'unused', work: () => tool('knip/bin/knip.js', '--no-progress') },
]

// The slowest step first, so that the others run beside it: it waits for pages while they compute.
const TESTS = [
  {
    name: 'e2e',
    tests: (take, withLong) =>
      take(PARALLEL_WEIGHT, () => browserTests(withLong ? undefined : `${JOURNEYS}/`)),
    alone: browserTests,
  },
  nodeStep('scripts', 'scripts'),
  nodeStep('resources', 'resources'),
  nodeStep('server', 'server', async () => ({ TEST_POSTGRES_URL: await postgresUrl() })),
  {
    name: 'web',
    tests: (take) => take(PARALLEL_WEIGHT, () => componentTests()),
    alone: componentTests,
  },
]

/** `npm run test:cluster`, with programs that are installed apart. */
const CLUSTER = [
  nodeStep('cluster', 'cluster'),
  nodeStep('server', 'server', async () => ({
    TEST_POSTGRES_URL: await postgresUrl(),
    TEST_POOLER_URL: await poolerUrl(),
  })),
]

async function checkPrograms() {
  const { missingPackages } = await import('../cluster/programs.ts')
  const missing = missingPackages()
  if (missing.length > 0) fail(`Instale primeiro o que falta: apt-get install ${missing.join(' ')}`)
}

/** Total weight of concurrent work: two per processor, since many tests wait for PostgreSQL or a page. */
const ROOM = 2 * availableParallelism()
const CHECK_WEIGHT = 2
/** Limited by the connections of the test PostgreSQL. */
const GROUP_WEIGHT = Math.ceil(ROOM / 8)
/** For programs that use all processors: they start when half of the weight is free. */
const PARALLEL_WEIGHT = ROOM / 2
const turns = createTurns(ROOM)

/** Runs work in the order of the calls, while the sum of the weights is at most `room`. */
function createTurns(room) {
  const waiting = []
  let used = 0
  const next = () => {
    while (waiting.length > 0 && used + waiting[0].weight <= room) {
      const { weight, start } = waiting.shift()
      used += weight
      start()
    }
  }
  return {
    async take(weight, work) {
      await new Promise((start) => {
        waiting.push({ weight, start })
        next()
      })
      try {
        return await work()
      } finally {
        used -= weight
        next()
      }
    },
  }
}

let postgres
let pooler

function tool(path, ...args) {
  return execute(['scripts/run-tool.mjs', join(ROOT, 'node_modules', path), ...args])
}

/** Test files per process: loading the program takes longer than most tests, and compiled code is reused. More leave processors idle at the end. */
const FILES_PER_PROCESS = 20

/** A step of the node tests below a folder. */
function nodeStep(name, folder, environment = () => Promise.resolve({})) {
  return {
    name,
    async tests(take, withLong) {
      // In reverse order, because the slowest files are near the end of the alphabet.
      const files = filesBelow(folder, (path) => isTest(path) && (withLong || !isLong(path))).toReversed()
      const groups = Array.from({ length: Math.ceil(files.length / FILES_PER_PROCESS) }, (_, index) =>
        files.slice(index * FILES_PER_PROCESS, (index + 1) * FILES_PER_PROCESS),
      )
      const done = await Promise.all(
        groups.map((group) => take(GROUP_WEIGHT, async () => nodeGroup(group, await environment()))),
      )
      return {
        code: Math.max(...done.map(({ code }) => code)),
        output: done.flatMap(({ code, output }) => (code === 0 ? [] : [output])).join('\n'),
        files: done.flatMap((group) => group.files),
        processorSeconds: done.reduce((sum, group) => sum + group.processorSeconds, 0),
      }
    },
    alone: async (file) => nodeGroup([file], await environment()),
  }
}

/** The errors at the end of the output of `node:test`; the whole output when it crashed. */
function failuresIn(output) {
  return output.slice(Math.max(0, output.indexOf('failing tests:')))
}

/** An error after the end of its test fails the process, not a test: it counts for the file that it names, else for the last one. */
function blameStrayError(files, output) {
  const [error] = /Error: .*asynchronous activity.*/.exec(output) ?? ['o processo falhou sem testes falhados']
  const blamed = files.find(({ file }) => error.includes(file)) ?? files.at(-1)
  Object.assign(blamed, { failed: 1, error })
}

let groupCount = 0

async function nodeGroup(group, env) {
  const log = join(results, `files-${++groupCount}`)
  const { output, ...done } = await execute(
    [
      // Collecting in parallel costs CPU time, which the other groups use.
      '--single-threaded-gc',
      // A timer that a failing test left would keep the process, and the run, waiting.
      '--test-force-exit',
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      `--test-reporter=${join(ROOT, 'scripts/report-files.mjs')}`,
      '--test-reporter-destination=stderr',
      join(ROOT, 'scripts/run-test-files.mjs'),
      ...group,
    ],
    { ...env, TEST_FILES_LOG: log },
  )
  const lines = readWritten(log)?.split('\n').filter(Boolean) ?? []
  const files = lines.map((line) => JSON.parse(line))
  const [crashed, ...rest] = group.slice(files.length)
  if (!crashed) {
    if (done.code !== 0 && files.every(({ failed }) => failed === 0)) blameStrayError(files, output)
    return { ...done, output: failuresIn(output), files }
  }
  // The process ended while this file ran; the next ones have not begun.
  files.push({ file: crashed, passed: 0, failed: 1, seconds: 0, error: `o processo terminou (${done.code})` })
  if (rest.length === 0) return { ...done, output, files }
  const next = await nodeGroup(rest, env)
  return {
    code: done.code || next.code,
    output: output + next.output,
    files: [...files, ...next.files],
    processorSeconds: done.processorSeconds + next.processorSeconds,
  }
}

/** Component tests: all, or those of a file. */
async function componentTests(file) {
  const countsFile = join(results, 'vitest.json')
  const done = await execute([
    join(ROOT, 'node_modules/vitest/vitest.mjs'),
    'run',
    ...(file ? [file] : []),
    '--root',
    'web',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${countsFile}`,
  ])
  const { testResults = [] } = JSON.parse(readWritten(countsFile) ?? '{}')
  const files = testResults.map(({ name, message, startTime, endTime, assertionResults }) => {
    const bad = assertionResults.filter(({ status }) => status === 'failed')
    const passed = assertionResults.filter(({ status }) => status === 'passed').length
    return {
      file: relative(ROOT, name).replaceAll('\\', '/'),
      passed,
      // A file that does not load has no tests.
      failed: bad.length || (message ? 1 : 0),
      seconds: (endTime - startTime) / 1000,
      ...((bad[0] || message) && { error: bad[0]?.failureMessages[0] ?? message }),
    }
  })
  return { ...done, files }
}

/** Browser tests: all, or those whose path contains `part`. */
async function browserTests(part) {
  const countsFile = join(results, 'playwright.json')
  const CHROMIUM_PATH = await findOrInstallChromium()
  await ensureBuilt()
  const playwright = join(ROOT, 'node_modules/@playwright/test/cli.js')
  const pattern = part ? [part.replaceAll('.', String.raw`\.`)] : []
  const done = await execute([playwright, 'test', ...pattern, '--config', 'e2e/playwright.config.ts'], {
    CHROMIUM_PATH,
    PLAYWRIGHT_JSON_OUTPUT_FILE: countsFile,
    TEST_POSTGRES_URL: await postgresUrl(),
  })
  const { suites = [], errors = [] } = JSON.parse(readWritten(countsFile) ?? '{}')
  const files = suites.map((suite) => {
    const tests = testsOf(suite)
    const bad = tests.filter(({ status }) => status === 'unexpected' || status === 'flaky')
    const seconds = tests
      .flatMap(({ results: runs }) => runs)
      .reduce((sum, { duration }) => sum + duration / 1000, 0)
    const error = bad.flatMap(({ results: runs }) => runs).find((result) => result.error)?.error.message
    return {
      file: `e2e/${suite.file}`,
      passed: tests.filter(({ status }) => status === 'expected').length,
      failed: bad.length,
      seconds,
      ...(error && { error }),
    }
  })
  return { ...done, files, output: [done.output, ...errors.map(({ message }) => message)].join('\n') }
}

/** All tests of a suite of Playwright's report, with those of the suites in it. */
function testsOf({ specs = [], suites = [] }) {
  return [...specs.flatMap(({ tests }) => tests), ...suites.flatMap(testsOf)]
}

/** The URL of the PostgreSQL shared by all steps. */
async function postgresUrl() {
  if (process.env.TEST_POSTGRES_URL) return process.env.TEST_POSTGRES_URL
  postgres ??= import('../server/testing/test-postgres.ts').then(({ startTestPostgres }) =>
    startTestPostgres(),
  )
  return (await postgres).url
}

/** The URL of a PgBouncer in front of it. */
async function poolerUrl() {
  const url = await postgresUrl()
  pooler ??= import('../cluster/pgbouncer.ts').then(({ startPgBouncer }) => startPgBouncer(url))
  return (await pooler).through(url)
}

/** Ignores a failed start: the steps that needed it reported it. */
async function stopServers() {
  for (const started of [pooler, postgres])
    await started?.then(
      (server) => server.stop(),
      () => undefined,
    )
}

async function stopAll() {
  endAll()
  await stopServers()
  process.exit(1)
}
