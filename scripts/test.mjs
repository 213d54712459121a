import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { ensureWebBuilt } from './build-web.mjs'
import { findOrInstallChromium } from './chromium.mjs'
import { ROOT, filesBelow } from './paths.mjs'
import { fail, print, secondsSince } from './print.mjs'

/**
 * `npm test`, `npm run check` and `npm run test:cluster`: runs all steps, even after failures, so that the summary is complete. Arguments select steps by
 * name, or by the part before `/`: `npm test -- types server`.
 */
export async function run(chosen, command) {
  const all = { check: CHECKS, 'test:cluster': CLUSTER }[command] ?? [...CHECKS, ...TESTS]
  if (command === 'test:cluster') await checkPrograms()
  const isNamed = (step, name) => step.name === name || step.name.startsWith(`${name}/`)
  const unknown = chosen.find((name) => !all.some((step) => isNamed(step, name)))
  if (unknown)
    fail(`O passo "${unknown}" não existe; os que existem são: ${all.map(({ name }) => name).join(', ')}.`)

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stopAll())
  const sum = { passed: 0, failed: 0 }
  const failing = []
  const perform = async (step) => {
    let began = Date.now()
    let isBegun = false
    const take = (weight, work) =>
      turns.take(weight, () => {
        if (!isBegun) began = Date.now()
        isBegun = true
        return work()
      })
    const { passed, failed, output } = await attempt(step, take)
    sum.passed += passed
    sum.failed += failed
    const counts = step.counts ? `${passed + failed} testes, ` : ''
    const verdict =
      failed > 0 ? `✗ ${step.name}  ${failed} ${failed === 1 ? 'falha' : 'falhas'} em` : `✓ ${step.name} `
    print(`${verdict} ${counts}${secondsSince(began)}`)
    if (failed > 0) {
      failing.push(step.name)
      print(output.trimEnd())
    }
  }
  const steps = all.filter(
    (step) => (chosen.length === 0 || chosen.some((name) => isNamed(step, name))) && step.isThere(),
  )
  // All steps are queued at once, so that no processor is idle at the end of a step.
  await Promise.all(steps.map(perform))
  await stopServers()
  print(failing.length > 0 ? `\nFalhou: ${failing.join(', ')}` : '\nTudo passou.')
  print(`${sum.passed} passed, ${sum.failed} failed`)
  // Waits until the output is written: a pipe may still have some in its buffer.
  await new Promise((resolve) => process.stdout.write('', resolve))
  process.exit(sum.failed > 0 ? 1 : 0)
}

const isTest = (path) => /\.test\.(tsx?|mjs)$/.test(path)
const isThere = (folder, filter) => () => filesBelow(folder, filter).length > 0

// The slowest step first, so that the others run beside it.
const CHECKS = [
  {
    name: 'format',
    isThere: () => true,
    work: () => tool('oxfmt/bin/oxfmt', '--check'),
  },
  ...[
    { name: 'types/server', project: '.' },
    { name: 'types/web', project: 'web' },
    { name: 'types/e2e', project: 'e2e' },
  ].map(({ name, project }) => ({
    name,
    isThere: () => true,
    work: () => tool('typescript/bin/tsc', '-p', project),
  })),
  {
    name: 'lint',
    isThere: () => true,
    work: () => tool('oxlint/bin/oxlint', '--type-aware', '--deny-warnings'),
  },
  { name: 'arrows', isThere: () => true, work: () => node('scripts/check-arrows.mjs') },
  { name: 'unused', isThere: () => true, work: () => tool('knip/bin/knip.js', '--no-progress') },
]

const TESTS = [
  { name: 'scripts', counts: true, isThere: () => true, work: (take) => nodeTests('scripts', take) },
  {
    name: 'resources',
    counts: true,
    isThere: isThere('resources', isTest),
    work: (take) => nodeTests('resources', take),
  },
  {
    name: 'server',
    counts: true,
    isThere: isThere('server', isTest),
    work: (take) => nodeTests('server', take, async () => ({ TEST_POSTGRES_URL: await postgresUrl() })),
  },
  {
    name: 'web',
    counts: true,
    isThere: isThere('web', isTest),
    work: (take) => take(PARALLEL_WEIGHT, componentTests),
  },
  {
    name: 'e2e',
    counts: true,
    isThere: isThere('e2e', (path) => path.endsWith('.spec.ts')),
    work: (take) => take(PARALLEL_WEIGHT, browserTests),
  },
]

/** `npm run test:cluster`, with programs that are installed apart. */
const CLUSTER = [
  { name: 'cluster', counts: true, isThere: () => true, work: (take) => nodeTests('cluster', take) },
  {
    name: 'server',
    counts: true,
    isThere: () => true,
    work: (take) =>
      nodeTests('server', take, async () => ({
        TEST_POSTGRES_URL: await postgresUrl(),
        TEST_POOLER_URL: await poolerUrl(),
      })),
  },
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

/** Folder where tests write their counts. */
const results = mkdtempSync(join(tmpdir(), 'agremia-results-'))
process.once('exit', () => rmSync(results, { recursive: true, force: true }))
/** Timeout of a step in milliseconds. */
const STEP_TIMEOUT = 60 * 60_000

let postgres
let pooler
const running = new Set()

/** Runs a step. A check counts as one test; a test step that crashes before it wrote its counts is one failure. */
async function attempt(step, take) {
  try {
    const { code, output, counts } = await (step.counts ? step.work(take) : take(CHECK_WEIGHT, step.work))
    const { passed, failed } = counts ?? { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 }
    return { passed, failed: code === 0 ? failed : Math.max(failed, 1), output }
  } catch (error) {
    return { passed: 0, failed: 1, output: String(error?.stack ?? error) }
  }
}

function tool(path, ...args) {
  return node(join(ROOT, 'node_modules', path), ...args)
}

function node(...args) {
  return execute(args, {})
}

/** Test files per process: loading the program takes longer than most tests, and compiled code is reused. More leave processors idle at the end. */
const FILES_PER_PROCESS = 12

async function nodeTests(folder, take, environment = () => Promise.resolve({})) {
  // In reverse order, because the slowest files are near the end of the alphabet.
  const files = filesBelow(folder, isTest).toReversed()
  const groups = Array.from({ length: Math.ceil(files.length / FILES_PER_PROCESS) }, (_, index) =>
    files.slice(index * FILES_PER_PROCESS, (index + 1) * FILES_PER_PROCESS),
  )
  const done = await Promise.all(
    groups.map((group) => take(GROUP_WEIGHT, async () => nodeGroup(group, await environment()))),
  )
  const sum = (name) => done.reduce((total, { counts }) => total + (counts?.[name] ?? 0), 0)
  const broken = done.filter(({ code, counts }) => code !== 0 && !counts?.failed).length
  return {
    code: Math.max(...done.map(({ code }) => code)),
    output: done.flatMap(({ code, output }) => (code === 0 ? [] : [output])).join('\n'),
    counts: { passed: sum('passed'), failed: sum('failed') + broken },
  }
}

async function nodeGroup(files, env) {
  const countsFile = join(results, `${files[0].replaceAll('/', '-')}.json`)
  const done = await execute(
    [
      // Collecting in parallel costs CPU time, which the other groups use.
      '--single-threaded-gc',
      // A timer that a failing test left would keep the process, and the run, waiting.
      '--test-force-exit',
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      `--test-reporter=${join(ROOT, 'scripts/count-tests.mjs')}`,
      `--test-reporter-destination=${countsFile}`,
      join(ROOT, 'scripts/run-test-files.mjs'),
      ...files,
    ],
    env,
  )
  return { ...done, counts: readCounts(countsFile, (counts) => counts) }
}

async function componentTests() {
  const countsFile = join(results, 'vitest.json')
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
  const done = await execute(
    [
      vitest,
      'run',
      '--root',
      'web',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${countsFile}`,
    ],
    {},
  )
  const read = ({ numPassedTests, numFailedTests }) => ({ passed: numPassedTests, failed: numFailedTests })
  return { ...done, counts: readCounts(countsFile, read) }
}

async function browserTests() {
  const countsFile = join(results, 'playwright.json')
  const CHROMIUM_PATH = await findOrInstallChromium()
  await ensureWebBuilt()
  const playwright = join(ROOT, 'node_modules/@playwright/test/cli.js')
  const done = await execute([playwright, 'test', '--config', 'e2e/playwright.config.ts'], {
    CHROMIUM_PATH,
    PLAYWRIGHT_JSON_OUTPUT_FILE: countsFile,
    TEST_POSTGRES_URL: await postgresUrl(),
  })
  const read = ({ stats }) => ({ passed: stats.expected, failed: stats.unexpected + stats.flaky })
  return { ...done, counts: readCounts(countsFile, read) }
}

/** The counts of a step; undefined when it crashed before writing them. */
function readCounts(file, read) {
  if (!existsSync(file)) return undefined
  const text = readFileSync(file, 'utf8')
  rmSync(file)
  return text === '' ? undefined : read(JSON.parse(text))
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

/** Runs the pinned Node in the root, with `node_modules/.bin` in the path; returns the exit code and the output. */
function execute(args, env) {
  const path = [join(ROOT, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, ...env, PATH: path, FORCE_COLOR: '0', NO_COLOR: '1', NODE_ENV: 'test' },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: STEP_TIMEOUT,
  })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (output += text))
  return new Promise((resolve) => {
    child.on('close', (code, signal) => {
      running.delete(child)
      if (signal) output += `\nTerminado por ${signal}.\n`
      resolve({ code: code ?? 1, output })
    })
  })
}

async function stopAll() {
  for (const child of running) child.kill('SIGTERM')
  await stopServers()
  process.exit(1)
}
