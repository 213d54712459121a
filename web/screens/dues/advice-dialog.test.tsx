import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { keys } from '../../api/queries.ts'
import { queryClient } from '../../api/query-client.ts'
import { answer, fakeServer, freshBrowser } from '../../api/testing.ts'
import { draw, logInAs } from '../../api/testing-page.tsx'
import { AdviceDialog } from './advice-dialog.tsx'

beforeEach(() => {
  freshBrowser()
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true
  }
})
afterEach(cleanup)

it('where nothing says how to pay, leads to where it is said', async () => {
  logInAs('editor')
  const advice = {
    lines: [{ description: 'Quota 2026', amount: 24, dueDate: '2026-03-31' }],
    total: 24,
    deadline: '2026-12-07',
    multibanco: null,
    multibancoProblem: null,
    transfer: null,
    publicId: null,
    pdfUrl: null,
  }
  fakeServer(({ path }) => answer({ data: path.startsWith('payment_advice') ? advice : [] }))
  queryClient.setQueryData(keys.explainer, { data: {}, resources: {} })
  const member = { _id: 'm1', name: 'Ana Sousa' }
  draw(<AdviceDialog member={member} charges={[{ _id: 'c1' }]} onClose={() => undefined} />)
  const link = await screen.findByRole('link', { name: /Multibanco ou o IBAN/, hidden: true })
  expect(link.getAttribute('href')).toBe('/configuracaoSocios?separador=pagamentos')
})
