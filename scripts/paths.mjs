import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
/** Cached data of the scripts; can be deleted at any time. */
export const CACHE = join(ROOT, '.cache')
/** The Node of the lock file. */
export const PINNED_NODE = join(
  ROOT,
  'node_modules/node/bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
)

/** All files below a folder of the project, relative to the root, without installed and generated ones. */
export function filesBelow(folder, filter = () => true) {
  if (!existsSync(join(ROOT, folder))) return []
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory()) return IGNORED.has(entry.name) ? [] : filesBelow(path, filter)
      return filter(path) ? [path] : []
    })
}

const IGNORED = new Set(['node_modules', 'dist', 'test-results', '.git', '.cache'])

/** Hash of the names and contents of files. */
export function hashFiles(paths) {
  const hash = createHash('sha256')
  for (const path of paths)
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(ROOT, path)))
      .update('\0')
  return hash.digest('hex')
}
