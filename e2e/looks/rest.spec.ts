import { expect, test } from '../fixtures.ts'
import { seenTwice, untilAtRest } from '../rest.ts'
import { visualDefectsOf } from './visual-defects.ts'

const text = 'Um texto que não cabe nesta largura'
const narrow = 'width: 80px; overflow: hidden; white-space: nowrap'
const cut = [expect.stringMatching(/^cut: .*«Um texto/)]

test('a defect that lasts as long as an animation is not reported; one that stays is', async ({ page }) => {
  await page.setContent(`
    <style>@keyframes widen { from { width: 80px } to { width: 600px } }</style>
    <p style="${narrow}; animation: widen 0.5s steps(2) forwards">${text}</p>`)
  expect(await visualDefectsOf(page)).toEqual([])
  await page.setContent(`
    <style>@keyframes fade { from { opacity: 0.5 } to { opacity: 1 } }</style>
    <p style="${narrow}; animation: fade 0.5s infinite">${text}</p>`)
  expect(await visualDefectsOf(page), 'beside an animation without end').toEqual(cut)
})

test('a defect that lasts until a request ends and its part has loaded is not reported', async ({ page }) => {
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('http://pagina.exemplo/', async (route) => {
    await held
    await route.fulfill({ headers: { 'access-control-allow-origin': '*' } })
  })
  await page.setContent(`<p style="${narrow}">${text}</p>`)
  await untilAtRest(page)
  await page.evaluate(() => {
    void fetch('http://pagina.exemplo/').then(async () => {
      const part = document.querySelector('p')!
      part.ariaBusy = 'true'
      for (let frames = 0; frames < 10; frames++) await new Promise(requestAnimationFrame)
      part.style.width = '600px'
      part.ariaBusy = 'false'
    })
  })
  const looking = visualDefectsOf(page)
  // Long enough for two looks that do not wait.
  await page.evaluate(async () => {
    for (let frames = 0; frames < 30; frames++) await new Promise(requestAnimationFrame)
  })
  answer()
  expect(await looking).toEqual([])
})

test('a defect that lasts while a script moves the page is not reported', async ({ page }) => {
  await page.setContent(`<p style="${narrow}">${text}</p>`)
  await page.evaluate(() => {
    const { style } = document.querySelector('p')!
    const widen = (width: number) => {
      style.width = `${width}px`
      if (width < 600) requestAnimationFrame(() => widen(width + 20))
    }
    widen(80)
  })
  expect(await visualDefectsOf(page)).toEqual([])
})

test('a defect is reported when both of two looks see it', async ({ page }) => {
  const looks = [['cut', 'covered'], ['covered', 'lost'], [], ['cut']]
  const look = () => Promise.resolve(looks.shift() ?? [])
  expect(await seenTwice(page, look)).toEqual(['covered'])
  expect(await seenTwice(page, look), 'nothing at first').toEqual([])
  expect(looks, 'and then no second look').toEqual([['cut']])
})
