import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from './paths.mjs'

const read = (name) => JSON.parse(readFileSync(join(ROOT, name), 'utf8'))
const { packages } = read('package-lock.json')
const named = Object.keys(packages).filter((path) => path !== '')

/** Whether a package at `path` can resolve `name`, in its own folder or in one above. */
function resolves(path, name) {
  const folders = path
    .split('/node_modules/')
    .map((_, index, parts) => parts.slice(0, index + 1).join('/node_modules/'))
  return [...folders.map((folder) => `${folder}/node_modules/${name}`), `node_modules/${name}`].some(
    (candidate) => candidate in packages,
  )
}

test('the lock file has the optional packages of every platform; npm ci fails where they are missing', () => {
  const missing = named.flatMap((path) =>
    Object.keys(packages[path].optionalDependencies ?? {})
      .filter((name) => !resolves(path, name))
      .map((name) => `${path} → ${name}`),
  )
  assert.deepEqual(missing, [])
})

test('packages with install scripts are those in allowScripts, on every platform', () => {
  const scripts = named.filter((path) => packages[path].hasInstallScript)
  assert.ok(scripts.length > 0)
  assert.deepEqual(
    scripts.map((path) => path.replace(/^node_modules\//, '')).toSorted(),
    Object.keys(read('package.json').allowScripts).toSorted(),
  )
})
