import type { JSHandle } from '@playwright/test'
import axe from 'axe-core'
import { expect, type Page } from './fixtures.ts'
import { checkInPage, seenTwice } from './rest.ts'
import { installStructures } from './structures.ts'

interface ViolationOptions {
  rules?: string[]
  /** Checks only these elements; rules about whole pages do not apply. */
  within?: JSHandle<Element[]>
  /** Rules that do not apply to `within`. */
  without?: string[]
}

/** The rules that depend on colours. */
export const colourRules = ['color-contrast', 'link-in-text-block']

/** Rules that compare elements or texts with others, or read the layout: they check each page as a whole. */
const wholePage = [
  'accesskeys',
  'bypass',
  'document-title',
  'duplicate-id-aria',
  'frame-title-unique',
  'heading-order',
  'image-redundant-alt',
  'landmark-no-duplicate-banner',
  'landmark-no-duplicate-contentinfo',
  'landmark-no-duplicate-main',
  'landmark-one-main',
  'landmark-unique',
  'page-has-heading-one',
  'region',
  'scrollable-region-focusable',
  'table-duplicate-name',
]

/** Hashes of the structures that this process has checked, by rules. */
const known = new Map<string, number[]>()

/**
 * The accessibility violations that axe finds on the page, or in parts of it, by all or some rules. Each structure
 * (`structures.ts`) is checked once per process, because axe takes longer than everything else.
 */
export async function violationsOf(page: Page, options: ViolationOptions = {}): Promise<string[]> {
  const key = options.rules?.join(' ') ?? 'all'
  let added: number[] = []
  const violations = await seenTwice(page, async () => {
    const found = await checkInPage<Found>(page, 'findViolations', source, { ...options, key, wholePage })
    added = found.added
    return found.violations
  })
  if (added.length > 0) {
    known.set(key, [...(known.get(key) ?? []), ...added])
    await page.evaluate(([rules, hashes]) => window.structures.remember(rules, hashes), [key, added] as const)
  }
  return violations
}

interface Found {
  violations: string[]
  added: number[]
}

function source(): string {
  return `${axe.source}
(${String(installStructures)})()
window.structures.known = new Map(${JSON.stringify([...known])}.map(([rules, hashes]) => [rules, new Set(hashes)]))
window.findViolations = ${String(findViolations)}`
}

/** Runs in the page as text, so it refers to nothing outside of itself but axe and `structures`. */
async function findViolations({
  key,
  rules,
  without = [],
  within,
  wholePage: whole,
}: ViolationOptions & { key: string; wholePage: string[] }): Promise<Found> {
  const { axe: engine, structures } = window as unknown as Window & { axe: typeof axe }
  // The HTML of each element takes a tenth of the time.
  engine.configure({ noHtml: true })
  // Frames contain previews of messages. `violations` alone saves the time of reporting passes.
  const common: axe.RunOptions = { iframes: false, resultTypes: ['violations'] }
  const elements = within as unknown as Element[] | undefined
  const {
    unknown,
    known: checked,
    added,
  } = structures.unknownParts(key, elements ?? [document.documentElement])
  const off = Object.fromEntries((elements ? without : whole).map((rule) => [rule, { enabled: false }]))
  const run = (context: axe.ElementContext, options: axe.RunOptions) =>
    engine.run(context, { ...common, ...options })
  const chosen: axe.RunOptions = rules ? { runOnly: { type: 'rule', values: rules } } : { rules: off }
  const results: axe.AxeResults[] = []
  if (unknown.length > 0) results.push(await run({ include: unknown, exclude: checked }, chosen))
  if (!rules && !elements) results.push(await run(document, { runOnly: { type: 'rule', values: whole } }))
  const violations = results
    .flatMap((result) => result.violations)
    .flatMap(({ id, help, nodes }) =>
      nodes.map(
        ({ target, failureSummary }) => `${id}: ${help} at ${target.join(' ')}\n${failureSummary ?? ''}`,
      ),
    )
  return { violations, added }
}

/** Fails if axe finds violations in the light scheme, or violations of colour rules in the dark one. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
  expect(await violationsOf(page), 'in the light').toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  expect(await violationsOf(page, { rules: colourRules }), 'in the dark').toEqual([])
}
