import type { Plugin } from 'vite'

const classNames = /@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/
const stylesheet = /@mantine\/core\/styles\/([\w-]+)\.layer\.css$/
/** Writes the variables into the page at run time; ours are in `tokens.css`. */
const variables = /@mantine\/core\/esm\/.*\/MantineCssVariables\.mjs$/

/** Mantine's palettes in use, and its two sets of neutral colours. The variables of other palettes are removed. */
const colours = ['blue', 'dark', 'gray', 'red', 'default', 'disabled']
const otherColours = new RegExp(`^ *--mantine-color-(?!${colours.join('|')})[a-z]+-[^;]*;\\n`, 'gm')

/**
 * Loads the stylesheet of a Mantine component with its code, instead of all stylesheets with every page. They arrive in any order, so
 * each becomes a layer of its own; the order of these layers is in `base.css`.
 */
export function mantineStyles(): Plugin {
  return {
    name: 'mantine-styles',
    enforce: 'pre',
    // The development server bundles Mantine beforehand.
    config: () => ({
      optimizeDeps: { rolldownOptions: { plugins: [{ name: 'mantine-styles', transform }] } },
    }),
    transform,
  }
}

const transform = {
  filter: { id: [classNames, stylesheet, variables] },
  handler(code: string, id: string) {
    if (variables.test(id)) return { code: 'export const MantineCssVariables = () => null', map: null }
    const component = classNames.exec(id)?.[1]
    return { code: component ? `${importOf(component)}\n${code}` : layered(code, id), map: null }
  },
}

/** Exported for the test. */
export function importOf(component: string): string {
  return `import '@mantine/core/styles/${component}.layer.css'`
}

/** A stylesheet of Mantine as the application has it. */
export function layered(css: string, id: string): string {
  const layer = stylesheet.exec(id)?.[1] ?? ''
  return css.replace('@layer mantine {', `@layer mantine.${layer} {`).replaceAll(otherColours, '')
}
