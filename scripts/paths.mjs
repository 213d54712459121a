import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
/** What the scripts remember between runs; may be deleted at any time. */
export const CACHE = join(ROOT, '.cache')

/** Every file below a folder of the project, as paths from the root, without what is installed or made. */
export function filesBelow(folder, wanted = () => true) {
  if (!existsSync(join(ROOT, folder))) return []
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory()) return MADE.has(entry.name) ? [] : filesBelow(path, wanted)
      return wanted(path) ? [path] : []
    })
}

const MADE = new Set(['node_modules', 'dist', 'test-results', '.git', '.cache'])

/** One number for the names and contents of files. */
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
