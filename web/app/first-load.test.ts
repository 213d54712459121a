import { readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { expect, it } from 'vitest'

const web = join(import.meta.dirname, '..')

/** `import { a } from './b.ts'`, but not types. */
const statement = /^(?:import|export)(?! type)([^'"]*?) from '(\.[^']+\.tsx?)'/gm

/** Files that are loaded before the members list can be used: their static imports, and what these use of an area's `index.ts`. */
function firstFiles(): Map<string, string> {
  const texts = new Map<string, string>()
  const add = (file: string, imported: readonly string[]) => {
    const isIndex = basename(file) === 'index.ts' && file.includes('screens')
    if (texts.has(file)) return
    const text = readFileSync(file, 'utf8')
    if (!isIndex) texts.set(file, text)
    for (const [, list = '', path = ''] of text.matchAll(statement)) {
      const names = namesIn(list)
      if (!isIndex || names.some((name) => imported.includes(name))) add(join(dirname(file), path), names)
    }
  }
  for (const name of ['main.tsx', 'app/start.tsx', 'screens/members/members-list.tsx'])
    add(join(web, name), [])
  return texts
}

/** The names of values in `{ a, type B }`. */
function namesIn(list: string): string[] {
  return [...list.matchAll(/(?<!type )\b[A-Za-z]\w*/g)]
    .map(([name]) => name)
    .filter((name) => name !== 'type')
}

const files = firstFiles()
const names = [...files.keys()].map((file) => relative(web, file).replaceAll('\\', '/'))

it('the first files of the members list have no inputs and no menus', () => {
  expect(names).toContain('resource/list/list-row.tsx')
  expect(names.filter((name) => /-input\.tsx$|opened-menu\.tsx$/.test(name)).toSorted()).toEqual([])
})

/** Mantine's inputs and menus weigh up to 20 KB: lists have boxes of their own, and the rest is loaded on intent. */
const light = [
  'useMantineColorScheme',
  'ActionIcon',
  'Button',
  'Group',
  'MantineProvider',
  'Skeleton',
  'UnstyledButton',
  'createTheme',
]

it('they use only light components of Mantine', () => {
  const used = [...files.values()].flatMap((text) =>
    [...text.matchAll(/import (\{[^}]+\}) from '@mantine\/core'/g)].flatMap(([, list = '']) => namesIn(list)),
  )
  expect([...new Set(used)].toSorted()).toEqual(light.toSorted())
})

it('they do not have the declarations of all settings', () => {
  const importing = [...files].filter(([, text]) =>
    text.includes('@agremia/resources/definitions/settings.ts'),
  )
  expect(importing.map(([file]) => relative(web, file))).toEqual([])
})

it('no first file has a top-level await, with which the bundler emits a file of a few bytes for each lazy import', () => {
  const awaiting = [...files].filter(([, text]) => /^(?!.*\basync\b).*\bawait\b/m.test(outermost(text)))
  expect(awaiting.map(([file]) => relative(web, file))).toEqual([])
})

/** The lines that are not indented. */
function outermost(text: string): string {
  return [...text.matchAll(/^\S.*$/gm)].filter(([line]) => !/^(?:\/\/|\/?\*)/.test(line)).join('\n')
}
