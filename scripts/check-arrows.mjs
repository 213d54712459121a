// Checks the rules about imports between parts of the program, that only some files call the PostgreSQL driver directly, and that rules do not
// read the clock.
// Run as a program, it prints every import and call that breaks a rule.
import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { definitions } from '../resources/definitions/index.ts'
import { toSnakeCase } from '../resources/letter-case.ts'
import { resourcePath } from '../resources/paths.ts'
import { ROOT, filesBelow } from './paths.mjs'
import { print } from './print.mjs'

const FOLDERS = ['resources', 'server', 'web', 'gateway', 'e2e', 'bench', 'cluster']

/** Folders of the server's engine, which must not import areas. */
const ENGINE = ['rest', 'jobs', 'pdf', 'files', 'realtime']
/** Files that assemble the server: only they may import each other. */
const SERVER_TOP = ['server/main.ts', 'server/app.ts', 'server/modules.ts']
/** Layers of the interface; each may import the ones before it. */
const WEB_LAYERS = ['ui', 'paths', 'fields', 'resource', 'screens', 'app']

/** Imports that break a rule: `{path, line, rule}`. Paths are relative to the root, with `/`. */
export function findBrokenArrows(files) {
  return files.flatMap(({ path, text }) =>
    importsOf(text).flatMap(({ name, line }) => {
      const rule = brokenRule(path, name)
      return rule ? [{ path, line, rule: `${rule} (importa ${name})` }] : []
    }),
  )
}

/** Files of the server outside of `server/database` that may call the driver directly. */
const DRIVER_CALLERS = [
  // Reads rows as the text that PostgreSQL sent.
  'server/rest/select-rows.ts',
]

/** Parts that run an action by hand, because they send what no declared dialog asks for. All others draw it from the declaration. */
const runsByHand = new Set([
  'web/resource/files/file-viewer.tsx',
  'web/screens/applications/decision-dialog.tsx',
  'web/screens/bank/bank-line-page.tsx',
  'web/screens/dues/payment-messages/payment-composer.tsx',
  'web/screens/dues/payment-messages/payment-draft.tsx',
  'web/screens/imports/import-page.tsx',
  'web/screens/privacy/data-request-page.tsx',
  'web/screens/quotas/price-history.tsx',
  'web/screens/quotas/prices-dialog.tsx',
  'web/screens/rounds/pending-marks.ts',
])

/** The path of an action of a record, in a file that posts with `api.act`. The first group is the resource's path, when it is written there. */
const ACTION_PATH = /`(?:([a-z_]+)\/\$\{[^{}`]*\}|\$\{recordPath\([^`]*?\)\})\/(?:([a-z_]+)|\$\{[^{}`]*\})`/g

/** The paths of declared actions, `sessions/end`. */
const declaredActions = new Set(
  Object.values(definitions).flatMap(({ name, actions = {} }) =>
    Object.keys(actions).map((action) => `${resourcePath(name)}/${toSnakeCase(action)}`),
  ),
)
const actionNames = new Set([...declaredActions].map((path) => path.split('/')[1]))

/** Declared actions that web runs outside of `web/resource/actions`: `{path, line, rule}`. */
export function findActionsByHand(files) {
  return files
    .filter(
      ({ path }) => path.startsWith('web/') && !path.startsWith('web/resource/actions/') && !isTest(path),
    )
    .flatMap(({ path, text }) => {
      const imported = runsByHand.has(path) ? [] : [...text.matchAll(/\/actions\/run-action\.ts/g)]
      const posted = text.includes('api.act')
        ? [...text.matchAll(ACTION_PATH)].filter(([, resource, action]) =>
            resource === undefined
              ? action === undefined || actionNames.has(action)
              : declaredActions.has(`${resource}/${action}`),
          )
        : []
      const rules = [
        [imported, 'draw declared actions (useActions) and do not run them by hand'],
        [posted, 'run a declared action with runAction, not with api.act'],
      ]
      return rules.flatMap(([found, rule]) =>
        found.map(({ index }) => ({ path, line: text.slice(0, index).split('\n').length, rule })),
      )
    })
}

/** Direct calls of `.query(`, whose result has no checked shape: `{path, line, rule}`. */
export function findUncheckedQueries(files) {
  return files.filter(isCheckedForQueries).flatMap(({ path, text }) =>
    [...text.matchAll(/\.query\s*(?:<[^(]*>)?\(/g)].map(({ index }) => ({
      path,
      line: text.slice(0, index).split('\n').length,
      rule: 'em vez de .query( usa-se many, one, maybeOne, exists ou execute de server/database/sql.ts, que comparam a resposta com o que se lê dela',
    })),
  )
}

function isCheckedForQueries({ path }) {
  const isExempt =
    isTest(path) ||
    path.startsWith('server/testing/') ||
    path.startsWith('server/database/') ||
    DRIVER_CALLERS.includes(path)
  return path.startsWith('server/') && !isExempt
}

/** What reads the clock: a date without arguments, a clock, and an import of today. */
const CLOCK =
  /\bnew Date\b(?!\s*\(\s*[^)\s])|\bDate\(\s*\)|\b(?:Date|performance)\.now\b|\bTemporal\.Now\b|^import\b[^'"]*\b(?:now|\w*(?:[tT]oday|[cC]lock))\b[^'"]*\bfrom\b|\bfrom\s*['"][^'"\n]*\bclock\b/gm

/** Rules that read the clock, whose day is an argument: `{path, line, rule}`. */
export function findClocks(files) {
  return files
    .filter(({ path }) => path.startsWith('resources/rules/') && !isTest(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(CLOCK)].map((match) => ({
        path,
        line: text.slice(0, match.index).split('\n').length,
        rule: 'uma regra recebe o dia ou o instante como argumento, e não lê o relógio',
      })),
    )
}

const RARE = 'server/rare.ts'

/** Imports of packages of `server/rare.ts` that load them when the server starts: `{path, line, rule}`. */
export function findEagerImports(files) {
  const list = files.find(({ path }) => path === RARE)?.text ?? ''
  const rare = new Set([...list.matchAll(/\bpackageOf<.*?>\(\s*'([^']+)'/gs)].map(([, name]) => name))
  return files
    .filter(({ path }) => path.startsWith('server/') && !isTest(path) && !path.startsWith('server/testing/'))
    .flatMap(({ path, text }) =>
      valueImportsOf(text).flatMap(({ name, line }) =>
        rare.has(name) && !path.startsWith('server/mcp/')
          ? [{ path, line, rule: `${name} só se carrega quando é preciso: rare, de ${RARE}` }]
          : [],
      ),
    )
}

/** Static imports of more than types. */
function valueImportsOf(text) {
  return [...text.matchAll(STATEMENT)].flatMap((match) =>
    /^[\s;]*(?:import|export)\s+type\b/.test(match[0])
      ? []
      : [{ name: match[2], line: text.slice(0, match.index + match[0].length).split('\n').length }],
  )
}

const STATEMENT = /(?:^|\n|;)[ \t]*(?:import|export)\b(?:[^'"`;]*?\bfrom)?\s*(['"])([^'"\n]+)\1/g
const EXPRESSION = /\bimport(?:\.meta\.resolve)?\(\s*(['"])([^'"\n]+)\1/g

function importsOf(text) {
  return [STATEMENT, EXPRESSION].flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match) => ({
      name: match[2],
      line: text.slice(0, match.index + match[0].length).split('\n').length,
    })),
  )
}

function brokenRule(path, name) {
  const target = targetOf(path, name)
  if (target === undefined) return undefined
  const [from] = path.split('/')
  const [to] = target.split('/')
  if (name.startsWith('.') && from !== to && to === 'resources')
    return 'outra parte importa resources como @agremia/resources/<ficheiro>.ts'
  if (from === 'resources' && to !== 'resources') return 'resources não importa nada do resto do programa'
  if (from === 'server' && to !== 'server' && to !== 'resources') return `server não importa ${to}`
  if (from === 'web' && to !== 'web' && to !== 'resources') return `web não importa ${to}`
  if (from === 'gateway' && to !== 'gateway' && to !== 'resources') return `gateway não importa ${to}`
  if (from === 'server' && to === 'server') return brokenInServer(path, target)
  if (from === 'web' && to === 'web') return brokenInWeb(path, target)
  return undefined
}

/** The project file that an import refers to, relative to the root; undefined for libraries. */
function targetOf(path, name) {
  if (name.startsWith('.')) return posix.join(posix.dirname(path), name)
  const [, target] = /^@agremia\/(.+)$/.exec(name) ?? []
  return target
}

function brokenInServer(path, target) {
  if (isTest(path) || path.startsWith('server/testing/')) return undefined
  const [from, to] = [placeInServer(path), placeInServer(target)]
  if (to.kind === 'top' && from.kind !== 'top') return `só main.ts, app.ts e modules.ts se importam entre si`
  if (from.kind === 'top' || from.name === to.name) return undefined
  if (from.kind === 'database' && to.kind !== 'base') return 'database não importa mais nada do servidor'
  if (from.kind !== 'area' && to.kind === 'area')
    return `${from.name || 'a raiz do servidor'} não conhece áreas`
  if (to.kind === 'area' && target !== `server/${to.name}/index.ts`)
    return `uma área importa outra só por server/${to.name}/index.ts`
  return undefined
}

function placeInServer(path) {
  const parts = path.split('/')
  if (parts.length === 2) return { kind: SERVER_TOP.includes(path) ? 'top' : 'base', name: '' }
  const name = parts[1]
  if (name === 'database' || name === 'testing') return { kind: name, name }
  return { kind: ENGINE.includes(name) ? 'engine' : 'area', name }
}

function brokenInWeb(path, target) {
  if (isTest(path)) return undefined
  const [from, to] = [path, target].map((file) => file.split('/')[1])
  if (from === 'ui' && to === 'api') return 'ui não fala com o servidor: importa-se de ui, nunca de api'
  if (from === 'api' && WEB_LAYERS.includes(to)) return `api não importa ${to}`
  if (from === 'screens' && to === 'screens') return brokenBetweenScreens(path, target)
  const [level, other] = [WEB_LAYERS.indexOf(from), WEB_LAYERS.indexOf(to)]
  if (level === -1 || other === -1 || other <= level) return undefined
  return `${from} não importa ${to}: ${WEB_LAYERS.join(' ← ')}`
}

/** Import cycles between areas of screens: `{path, line, rule}` of each import in a cycle. */
export function findAreaCycles(files) {
  const edges = files
    .filter(({ path }) => !isTest(path) && areaOf(path))
    .flatMap(({ path, text }) =>
      importsOf(text).map((item) => ({ path, ...item, to: targetOf(path, item.name) })),
    )
    .map((edge) => ({ ...edge, from: areaOf(edge.path), to: edge.to && areaOf(edge.to) }))
    .filter(({ from, to }) => to && from !== to)
  const reaches = (from, to, seen = new Set()) =>
    from === to ||
    edges.some((edge) => edge.from === from && !seen.has(edge.to) && reaches(edge.to, to, seen.add(edge.to)))
  return edges
    .filter(({ from, to }) => reaches(to, from))
    .map(({ path, line, from, to }) => ({
      path,
      line,
      rule: `os ecrãs de ${from} e de ${to} importam-se em círculo`,
    }))
}

function brokenBetweenScreens(path, target) {
  const area = areaOf(target)
  if (areaOf(path) === area || target === `web/screens/${area}/index.ts`) return undefined
  return `uma área de ecrãs importa outra só por web/screens/${area}/index.ts`
}

/** The area of a screen, `members` for `web/screens/members/list.tsx`; undefined for other files. */
function areaOf(path) {
  return /^web\/screens\/([^/]+)\//.exec(path)?.[1]
}

/** Tests and what only they use. */
function isTest(path) {
  return /\.test\.tsx?$|\/testing(-\w+)?\.tsx?$/.test(path)
}

if (import.meta.main) {
  const isCode = (path) => /\.(ts|tsx|mts|mjs|js)$/.test(path)
  const files = FOLDERS.flatMap((folder) => filesBelow(folder, isCode)).map((path) => ({
    path,
    text: readFileSync(join(ROOT, path), 'utf8'),
  }))
  const broken = [
    ...findBrokenArrows(files),
    ...findAreaCycles(files),
    ...findUncheckedQueries(files),
    ...findActionsByHand(files),
    ...findClocks(files),
    ...findEagerImports(files),
  ]
  for (const { path, line, rule } of broken) print(`${path}:${line}  ${rule}`)
  process.exitCode = broken.length > 0 ? 1 : 0
}
