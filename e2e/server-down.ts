import type { APIRequestContext } from '@playwright/test'
import { addMember, expect, type Page, type Problems } from './fixtures.ts'
import type { RunningServer } from './start-server.ts'

/** Errors of a page whose server is away. */
export const connectionErrors =
  /ERR_CONNECTION_|ERR_SOCKET_NOT_CONNECTED|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE_CHUNKED|ERR_CONTENT_LENGTH_MISMATCH|WebSocket connection to|status of 503/

interface Session {
  page: Page
  api: APIRequestContext
  server: RunningServer
  problems: Problems
}

/** Ends the server while a member is edited, and starts it again: the page says so, recovers by itself, and keeps unsaved input. */
export async function editWhileServerIsAway(
  { page, api, server, problems }: Session,
  signal: 'SIGTERM' | 'SIGKILL',
): Promise<void> {
  problems.expect(connectionErrors)
  const { _id } = await addMember(api, { name: 'Baltasar Sete-Sóis', city: 'Mafra' })
  await page.goto(`/socios/${_id}`)
  await expect(page.getByRole('status').filter({ hasText: 'Em direto' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Nome completo' }).fill('Baltasar Mateus Sete-Sóis')
  await page.getByRole('textbox', { name: 'Localidade' }).fill('Lisboa')
  await expect(page.getByText('2 alterações por guardar')).toBeVisible()

  await server.goDown(signal)
  const overlay = page.getByRole('dialog', { name: 'Perdido o contacto com o servidor' })
  await expect(overlay.getByRole('paragraph').first()).toHaveText('Perdido o contacto com o servidor')
  await expect(overlay.getByText('A tentar restabelecer ligação ao servidor')).toBeVisible()
  for (const count of ['3', '2', '1', '3']) {
    await expect(overlay.getByText(count, { exact: true })).toBeVisible()
  }
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(overlay, 'nothing takes it away but an answer').toBeVisible()
  await page.evaluate(() => Object.assign(window, { before: true }))

  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.type())
    void dialog.accept()
  })
  await server.restart()
  await page.waitForFunction(() => !('before' in window))
  await expect(overlay).toHaveCount(0)
  await expect(page.getByText('Foram retomadas as alterações que tinham ficado por guardar.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Nome completo' })).toHaveValue('Baltasar Mateus Sete-Sóis')
  await expect(page.getByRole('textbox', { name: 'Localidade' })).toHaveValue('Lisboa')
  expect(dialogs, 'no confirmation before the reload').toEqual([])

  await page.keyboard.press('Control+s')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Baltasar Mateus Sete-Sóis')
  await expect(page.getByText('por guardar')).toHaveCount(0)
}
