import { mkdir } from 'node:fs/promises'
import { test, useServer } from '../fixtures.ts'
import { readRoutes } from '../app-routes.ts'
import { walkScreens } from '../looks/screen-walk.ts'
import { isOfArea } from './areas.ts'
import { Looker } from './looker.ts'
import { previewMails } from './mails.ts'
import { drawPages, papers } from './papers.ts'
import { Sheets } from './sheets.ts'
import { variants } from './variants.ts'

const { LOOK_FOLDER: folder = '', LOOK_AREA: area = '', LOOK_ALL: all = '' } = process.env
const apart = ['pdf', 'mail', 'print']
const isWanted = (name: string) => area === '' || area === name

test.use({ as: 'admin' })
test.beforeAll(() => mkdir(folder, { recursive: true }))
// Errors of pages do not fail the run: they are visible in the pictures.
test.beforeEach(({ problems }) => problems.expect(/./))

test.describe('the demonstration', () => {
  useServer()

  for (const { name, options, fontSize, opens, columns } of apart.includes(area) ? [] : variants)
    test.describe(name, () => {
      test.use(options)

      test(name, async ({ page, api, openPage }) => {
        const sheets = new Sheets(folder, name, columns)
        const isOpening = opens === true || all !== ''
        const staff = new Looker(page, sheets, { who: '', opens: isOpening })
        const visitorPage = await openPage(undefined, options)
        const visitor = new Looker(visitorPage, sheets, { who: ' (visitante)', opens: isOpening })
        const member = new Looker(await openPage('member', options), sheets, {
          who: ' (sócio)',
          opens: isOpening,
        })
        for (const looker of [staff, visitor, member]) await looker.begin(fontSize)
        for await (const screen of walkScreens(page, api)) {
          if (!isOfArea(screen, area)) continue
          await page.setViewportSize(options.viewport)
          await (screen.route?.who === 'everyone' ? visitor : staff).look(screen)
        }
        const { match } = await readRoutes()
        await member.walk('/dashboard', (path) => isOfArea({ path, route: match(path) }, area))
        await sheets.end()
      })
    })

  if (isWanted('pdf'))
    test('pdf', async ({ api }) => {
      const sheets = new Sheets(folder, 'pdf', 4)
      for await (const picture of papers(api)) await sheets.add(picture)
      await sheets.end()
    })

  if (isWanted('mail'))
    test('mail', async ({ page, api }) => {
      const sheets = new Sheets(folder, 'mail', 4)
      for await (const picture of previewMails(page, api)) await sheets.add(picture)
      await sheets.end()
    })

  if (isWanted('print'))
    test('print', async ({ page, api }) => {
      const sheets = new Sheets(folder, 'print', 4)
      for await (const { path, kind, route } of walkScreens(page, api)) {
        if (route?.who === 'everyone' || path.startsWith('/configuracao')) continue
        for (const [place, image] of (await drawPages(await page.pdf({ format: 'A4' }))).entries())
          await sheets.add({ caption: `${kind} · página ${place + 1}`, image })
      }
      await sheets.end()
    })
})
