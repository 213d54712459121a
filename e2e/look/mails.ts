import type { APIRequestContext } from '@playwright/test'
import { answerOf, type Page } from '../fixtures.ts'
import type { Picture } from './sheets.ts'

/** In px, as in mail programs on a computer. */
const width = 640

/** The message of every event, with sample values, rendered as HTML. */
export async function* previewMails(page: Page, api: APIRequestContext): AsyncGenerator<Picture> {
  type Setting = { _id: string; name: string }
  const settings = await answerOf<Setting[]>(await api.get('/api/message_settings?_limit=-1'))
  await page.setViewportSize({ width, height: 600 })
  for (const { _id, name } of settings) {
    const preview = await api.post(`/api/message_settings/${_id}/preview`, { data: {} })
    const { subject, html } = await answerOf<{ subject: string; html: string }>(preview)
    await page.setContent(html)
    const image = await page.screenshot({ fullPage: true })
    yield { caption: `${name}: ${subject}`, image }
  }
}
