import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { importOf, layered } from '../build/mantine-styles.ts'

const web = join(import.meta.dirname, '..')
const mantine = join(web, '../node_modules/@mantine')
const code = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(tsx?|css)$/.test(path) && !/^(node_modules|dist)\b|\.test\./.test(path))
  .map((path) => readFileSync(join(web, path), 'utf8'))
  .join('\n')

const styles = (name: string) => readFileSync(join(mantine, `core/styles/${name}.layer.css`), 'utf8')

/** Files that a file of Mantine imports. */
function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  return [...text.matchAll(/from "(\.[^"]+)"/g)].map(([, path = '']) => join(dirname(file), path))
}

/** A file of Mantine and all that it imports. */
function reach(file: string, known = new Set<string>()): Set<string> {
  if (known.has(file)) return known
  known.add(file)
  for (const next of importsOf(file)) reach(next, known)
  return known
}

const isClassNames = (file: string) => file.endsWith('.module.mjs')
const componentOf = (file: string) => basename(file, '.module.mjs')

const used = [...code.matchAll(/import \{([^}]+)\} from '@mantine\/core'/g)].flatMap(([, names = '']) =>
  names.split(',').map((name) => name.trim().replace(/^type /, '')),
)
const index = readFileSync(join(mantine, 'core/esm/index.mjs'), 'utf8')
const filesInUse = new Set(
  used.flatMap((name) => {
    const [, path] = new RegExp(String.raw`\{ ${name}(?:,[^}]*)? \} from "(\.[^"]+)"`).exec(index) ?? []
    return path === undefined ? [] : [...reach(join(mantine, 'core/esm', path))]
  }),
)
const componentsInUse = [...filesInUse].filter(isClassNames).map(componentOf)

it('the class names of each Mantine component in use import its stylesheet, in a layer of its own', () => {
  expect(componentsInUse).toEqual(expect.arrayContaining(['Button', 'Input', 'SegmentedControl', 'Menu']))
  for (const name of componentsInUse) {
    const [, path = ''] = /'(.+)'/.exec(importOf(name)) ?? []
    expect(existsSync(join(mantine, '..', path)), path).toBe(true)
    expect(layered(styles(name), path)).toMatch(new RegExp(`^@layer mantine\\.${name} \\{`))
    expect(layered(styles(name), path).match(/@layer/g), name).toHaveLength(1)
  }
})

it('the stylesheets of other packages of Mantine are imported', () => {
  const packages = new Set(
    [...code.matchAll(/from '(@mantine\/(?!core|hooks)\w+)'/g)].map(([, name]) => name),
  )
  expect(packages).toContain('@mantine/dates')
  for (const name of packages) expect(code).toContain(`import '${name}/styles.layer.css'`)
})

it('layers are in Mantine’s order, and all that share elements with others are named', () => {
  const [, list = ''] = /@layer mantine \{\s*@layer ([^;]+);/.exec(code) ?? []
  const order = list.split(',').map((name) => name.trim())
  const whole = readFileSync(join(mantine, 'core/styles.layer.css'), 'utf8')
  const places = order.map((name) =>
    whole.indexOf(styles(name).slice(0, -1).replace('@layer mantine {', '').trim().slice(0, 60)),
  )
  expect(places).toEqual(places.toSorted((one, other) => one - other))
  expect(order).toEqual(expect.arrayContaining(partsOfOthers()))
})

/** Components that others in use are made of. */
function partsOfOthers(): string[] {
  return [...filesInUse].flatMap((file) => {
    const own = importsOf(file).filter(isClassNames)
    const parts =
      own.length === 0 ? [] : [...reach(file)].filter((each) => isClassNames(each) && !own.includes(each))
    return parts.map(componentOf)
  })
}

it('the colours in use keep their variables; others have none', () => {
  const variables = layered(
    styles('default-css-variables'),
    '@mantine/core/styles/default-css-variables.layer.css',
  )
  const defined = new Set([...variables.matchAll(/--mantine-color-[\w-]+(?=:)/g)].map(([name]) => name))
  const css = [code, ...componentsInUse.map(styles)].join('\n')
  const read = [...css.matchAll(/var\((--mantine-color-[\w-]+)\)/g)].map(([, name]) => name)
  const named = [...code.matchAll(/\bcolor(?:=|: |=\{.*\? )["']([a-z]+)["']/g)].map(
    ([, name]) => `--mantine-color-${name}-filled`,
  )
  expect(named).toContain('--mantine-color-red-filled')
  expect([...new Set([...read, ...named])].filter((name) => !defined.has(name ?? ''))).toEqual([])
  expect(defined).not.toContain('--mantine-color-teal-6')
})
