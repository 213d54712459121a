import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const web = join(import.meta.dirname, '..')
const sources = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(tsx?|css)$/.test(path) && !/^(node_modules|dist)\b|\.test\./.test(path))
  .map((path) => readFileSync(join(web, path), 'utf8'))
const code = sources.join('\n')

it('the stylesheet of every used Mantine component is imported', () => {
  const needed = [...code.matchAll(/import \{([^}]+)\} from '(@mantine\/\w+)'/g)].flatMap(
    ([, names = '', from = '']) => names.split(',').flatMap((name) => stylesheetOf(from, name.trim()) ?? []),
  )
  expect(needed).toContain('@mantine/core/styles/Button.layer.css')
  expect(needed).toContain('@mantine/dates/styles.layer.css')
  const missing = needed.filter((stylesheet) => !code.includes(`import '${stylesheet}'`))
  expect([...new Set(missing)].toSorted()).toEqual([])
})

/** The component's own stylesheet, or the package's if it has only one. */
function stylesheetOf(from: string, name: string): string | undefined {
  const folder = join(web, '../node_modules', from)
  const files = existsSync(join(folder, 'styles')) ? [`styles/${name}.layer.css`] : ['styles.layer.css']
  return files.filter((file) => existsSync(join(folder, file))).map((file) => `${from}/${file}`)[0]
}
