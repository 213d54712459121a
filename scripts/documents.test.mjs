import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from './paths.mjs'

const tracked = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
}).stdout.split('\n')
const folders = new Set(tracked.flatMap((file) => ancestors(file)))
const documents = tracked.filter(
  (file) => /^[^/]+\.md$|^docs\/[^/]+\.md$/.test(file) && file !== 'CHANGELOG.md',
)
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

function ancestors(file) {
  const folder = dirname(file)
  return folder === '.' ? [] : [folder, ...ancestors(folder)]
}

const textOf = (document) => readFileSync(join(ROOT, document), 'utf8')
/** Words in backticks and lines of code blocks. */
const codeOf = (text) => [
  ...[...text.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code),
  ...[...text.matchAll(/```\w*\n([\s\S]*?)```/g)].flatMap(([, block]) => block.split('\n')),
]

/** A path from the root, or the end of one, as documents shorten them inside their own area. */
function exists(path) {
  const wanted = path.replace(/\/$/, '')
  const isEnd = (known) => known === wanted || known.endsWith(`/${wanted}`)
  return tracked.some(isEnd) || [...folders].some(isEnd)
}

const isPath = (code) =>
  /^[\w.-]+(\/[\w.<>-]+)*\/?$/.test(code) &&
  (/\.(tsx?|mjs|css|md|json|sql|yaml)$/.test(code) ||
    /^(resources|server|web|e2e|bench|scripts|docs)\//.test(code)) &&
  !code.includes('<')

for (const document of documents) {
  const text = textOf(document)

  test(`${document}: every path it names exists`, () => {
    const links = [...text.matchAll(/\]\(([^)#:]+)\)/g)].map(([, path]) => join(dirname(document), path))
    const paths = [...codeOf(text).filter(isPath), ...links]
    assert.deepEqual(
      paths.filter((path) => !exists(path)),
      [],
    )
  })

  test(`${document}: every command it names can be run`, () => {
    for (const code of codeOf(text)) {
      const [, npm] = /^npm (?:run )?([\w-]+)/.exec(code) ?? []
      if (npm && npm !== 'ci' && npm !== 'install') assert.ok(npm in scripts, code)
      const files = /\bnode --test\b/.test(code) ? code.split(' ').filter((word) => word.endsWith('.ts')) : []
      for (const file of files) assert.ok(tracked.includes(file), `${code}: there is no ${basename(file)}`)
    }
  })
}

test('npm test names its steps when it is given an unknown one, and runs a known one', () => {
  const run = (step) =>
    spawnSync(process.execPath, [join(ROOT, 'scripts/run.mjs'), 'test', step], {
      cwd: ROOT,
      encoding: 'utf8',
    })
  const unknown = run('nada')
  assert.equal(unknown.status, 1)
  for (const step of ['format', 'types', 'lint', 'resources', 'server', 'web', 'e2e'])
    assert.match(unknown.stdout + unknown.stderr, new RegExp(`\\b${step}\\b`))
  assert.match(run('arrows').stdout, /1 passed, 0 failed\s*$/)
})
