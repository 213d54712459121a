import { expect, test, useServer, type Page } from '../fixtures.ts'
import { button, saveBar } from '../page-parts.ts'
import { coveredInputsOf } from './covered-inputs.ts'
import { walkScreens } from './screen-walk.ts'
import { areas } from './screen-areas.ts'

test.describe.configure({ mode: 'parallel' })
test.use({ as: 'admin' })
useServer()

const widths = [1280, 1024, 390]

for (const area of areas)
  test(`${area}: bars that stay in the window cover no input that has the focus`, async ({
    page,
    api,
    problems,
  }) => {
    // Some screens have no record.
    problems.expect(/status of 4\d\d/)
    test.setTimeout(1_200_000)
    page.on('dialog', (dialog) => void dialog.accept())
    for await (const { path } of walkScreens(page, api, area))
      await test.step(path, async () => {
        for (const width of widths) {
          await page.setViewportSize({ width, height: 720 })
          expect.soft(await coveredInputsOf(page), `${path}, ${width} px`).toEqual([])
        }
        if (!(await change(page))) return
        for (const width of widths) {
          await page.setViewportSize({ width, height: 720 })
          expect.soft(await coveredInputsOf(page), `${path} with a change, ${width} px`).toEqual([])
        }
        await button(saveBar(page), 'Descartar').click()
      })
  })

/** Changes a text of the screen's form, so that its save bar appears. Returns whether there is one. */
async function change(page: Page): Promise<boolean> {
  const text = page
    .locator('main :is(input[type="text"], textarea):enabled:not([role="combobox"], [readonly])')
    .first()
  if ((await text.count()) === 0) return false
  const before = await text.inputValue()
  await text.fill(`${before}1`)
  if (
    await button(saveBar(page), 'Descartar')
      .isEnabled({ timeout: 2000 })
      .catch(() => false)
  )
    return true
  await text.fill(before)
  return false
}
