import { expect, type Page } from './fixtures.ts'
import { loadingMarks } from './page-parts.ts'
import { trafficOf } from './traffic.ts'

/** For screens with a preview of many cards, which takes seconds, on a busy machine minutes. */
const patience = { intervals: [20], timeout: 180_000 }

/** Waits until nothing on the page moves, but what moves for ever. */
export async function still(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const passing = document
      .getAnimations()
      .filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime))
    await Promise.allSettled(passing.map((animation) => animation.finished))
  })
}

/**
 * Waits until the page is at rest: no request is pending, nothing is marked as loading, no finite animation runs, and two
 * successive frames have the same layout.
 */
export async function untilAtRest(page: Page): Promise<void> {
  const traffic = trafficOf(page)
  const unrest = async () => {
    await still(page)
    const found = await page.evaluate(findUnrest, loadingMarks)
    return [...found, ...traffic.pending()]
  }
  await expect.poll(unrest, patience).toEqual([])
}

/** Runs in the page. What is marked as loading, and what has another place or size after a frame. */
async function findUnrest(marks: string): Promise<string[]> {
  await nextFrame()
  const before = layout()
  await nextFrame()
  const after = layout()
  const moved = [...after].find(([element, place]) => before.get(element) !== place)?.[0]
  if (moved) return [`moving: ${moved.outerHTML.slice(0, 200)}`]
  if (before.size !== after.size) return ['moving: elements went']
  const loading = document.querySelector(marks)
  return loading ? [`loading: ${loading.outerHTML.slice(0, 200)}`] : []

  function layout(): Map<Element, string> {
    const endless = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime === Infinity)
      .flatMap(({ effect }) => (effect instanceof KeyframeEffect ? (effect.target ?? []) : []))
    const places = new Map<Element, string>()
    for (const element of document.querySelectorAll('body, body *:not(svg *)')) {
      if (endless.some((moving) => moving.contains(element))) continue
      const { x, y, width, height } = element.getBoundingClientRect()
      places.set(element, `${x} ${y} ${width} ${height}`)
    }
    return places
  }

  function nextFrame(): Promise<unknown> {
    return new Promise((resolve) => requestAnimationFrame(resolve))
  }
}

/**
 * The defects that a look at the page at rest finds, and another one when it is at rest again. One look may see what is about to
 * change.
 */
export async function seenTwice(page: Page, look: () => Promise<string[]>): Promise<string[]> {
  await untilAtRest(page)
  const first = await look()
  if (first.length === 0) return []
  await untilAtRest(page)
  const second = await look()
  return first.filter((defect) => second.includes(defect))
}

/**
 * Calls the page's function `name`, which `source` defines. The source is sent once per load, because the browser compiles it
 * again each time.
 */
export async function checkInPage<Result = string[]>(
  page: Page,
  name: string,
  source: () => string,
  argument?: unknown,
): Promise<Result> {
  const check = () =>
    page.evaluate(
      async ([called, given]) => {
        const run = (window as unknown as Record<string, ((given: unknown) => unknown) | undefined>)[called]
        return run && ((await run(given)) as Result)
      },
      [name, argument] as const,
    )
  const known = await check()
  if (known) return known
  await page.evaluate(source())
  return (await check())!
}
