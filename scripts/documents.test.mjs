import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from './paths.mjs'

const tracked = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
}).stdout.split('\n')
const folders = new Set(tracked.flatMap((file) => ancestors(file)))
const documents = tracked.filter((file) => /^[^/]+\.md$|^docs\/.+\.md$/.test(file) && file !== 'CHANGELOG.md')
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

function ancestors(file) {
  const folder = dirname(file)
  return folder === '.' ? [] : [folder, ...ancestors(folder)]
}

const textOf = (document) => readFileSync(join(ROOT, document), 'utf8')
/** Texts in backticks and lines of code blocks. */
const codeOf = (text) => [
  ...[...text.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code),
  ...[...text.matchAll(/```\w*\n([\s\S]*?)```/g)].flatMap(([, block]) => block.split('\n')),
]

/** Whether a file or folder has this path, or ends with it: documents shorten paths. */
function exists(path) {
  const suffix = path.replace(/\/$/, '')
  const isEnd = (file) => file === suffix || file.endsWith(`/${suffix}`)
  return tracked.some(isEnd) || [...folders].some(isEnd)
}

const isPath = (code) =>
  /^[\w.-]+(\/[\w.<>-]+)*\/?$/.test(code) &&
  (/\.(tsx?|mjs|css|md|json|sql|yaml)$/.test(code) ||
    /^(resources|server|web|e2e|bench|cluster|scripts|docs)\//.test(code)) &&
  !code.includes('<')

/** The part of a source file that is no comment. */
const withoutComments = (text) => text.replace(/^\s*(?:\/\/|\/?\*).*$/gm, '').replace(/\s\/\/ .*$/gm, '')
const isSource = (file) => /\.(tsx?|mjs|css|sql|json)$/.test(file) && !file.endsWith('package-lock.json')
const sources = tracked.filter((file) => isSource(file) && existsSync(join(ROOT, file)))
const words = new Set(sources.flatMap((file) => withoutComments(textOf(file)).match(/[\w$]+/g) ?? []))
/** Names in backticks, in camelCase or snake_case, that are nowhere in the code. */
const unknownNames = (text) =>
  [...text.matchAll(/`([a-z]\w*?[A-Z_]\w*)(?:\([^`]*\))?`/g)]
    .map(([, name]) => name)
    .filter((name) => !words.has(name))

test('comments name only what exists in the code', () => {
  const unknown = sources.flatMap((file) => {
    const comments = textOf(file).match(/^\s*(?:\/\/|\/?\*).*$|\s\/\/ .*$/gm) ?? []
    return unknownNames(comments.join('\n')).map((name) => `${file}: ${name}`)
  })
  assert.deepEqual(unknown, [])
})

for (const document of documents) {
  const text = textOf(document)

  test(`${document}: paths in code and links exist`, () => {
    const links = [...text.matchAll(/\]\(([^)#:]+)\)/g)].map(([, path]) => join(dirname(document), path))
    const paths = [...codeOf(text).filter(isPath), ...links]
    assert.deepEqual(
      paths.filter((path) => !exists(path)),
      [],
    )
  })

  test(`${document}: names in code exist`, () => assert.deepEqual(unknownNames(text), []))

  test(`${document}: commands in code exist`, () => {
    for (const code of codeOf(text)) {
      const [, npm] = /^npm (?:run )?([\w-]+)/.exec(code) ?? []
      if (npm && npm !== 'ci' && npm !== 'install') assert.ok(npm in scripts, code)
      const files = /\bnode --test\b/.test(code) ? code.split(' ').filter((word) => word.endsWith('.ts')) : []
      for (const file of files) assert.ok(tracked.includes(file), `${code}: there is no ${basename(file)}`)
    }
  })
}

test('npm test rejects an unknown step with the list of steps, and runs a known one', () => {
  const run = (step) =>
    spawnSync(process.execPath, [join(ROOT, 'scripts/run.mjs'), 'test', step], {
      cwd: ROOT,
      encoding: 'utf8',
    })
  const unknown = run('nada')
  assert.equal(unknown.status, 1)
  for (const step of ['format', 'lint', 'resources', 'server', 'web', 'e2e'])
    assert.match(unknown.stdout + unknown.stderr, new RegExp(`\\b${step}\\b`))
  assert.match(run('arrows').stdout, /1 passed, 0 failed\s*$/)
})
