import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

/** The OpenType features that the styles use. */
const keepFeatures = ['calt', 'cv05', 'kern', 'tnum']
const folder = join(import.meta.dirname, '../../.cache')
const face = /@font-face \{[^}]*url\('(?<url>[^']+)\?subset'\)[^}]*\}/g

/**
 * Reduces the font of each `@font-face` whose URL ends with `?subset` to the characters of its `unicode-range` and the weights
 * of its `font-weight`. The development server serves the whole font.
 */
export function subsetFonts(): Plugin {
  return {
    name: 'subset-fonts',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\.css$/, code: face },
      async handler(css, id) {
        let result = css
        for (const [rule, url = ''] of css.matchAll(face)) {
          const file = await writeSubset(fileURLToPath(import.meta.resolve(url)), rule)
          const path = relative(dirname(id), file).replaceAll('\\', '/')
          result = result.replace(rule, () => rule.replace(`${url}?subset`, () => path))
        }
        return { code: result, map: null }
      },
    },
  }
}

async function writeSubset(font: string, rule: string): Promise<string> {
  const [, min, max] = /font-weight: (\d+) (\d+)/.exec(rule) ?? []
  const [, ranges = ''] = /unicode-range:([^;]+)/.exec(rule) ?? []
  const content = await subsetFont(readFileSync(font), charactersOf(ranges), {
    targetFormat: 'woff2',
    keepFeatures,
    variationAxes: { wght: { min: Number(min), max: Number(max) } },
  })
  mkdirSync(folder, { recursive: true })
  const file = join(folder, basename(font).replace('.woff2', '-subset.woff2'))
  writeFileSync(file, content)
  return file
}

/** `U+41-43, U+20AC` → `ABC€` */
function charactersOf(ranges: string): string {
  const codes = [...ranges.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)].flatMap(([, from = '', to = from]) => {
    const first = Number.parseInt(from, 16)
    return Array.from({ length: Number.parseInt(to, 16) - first + 1 }, (_, index) => first + index)
  })
  return String.fromCodePoint(...codes)
}
