import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeServer, jsonResponse } from '../../api/testing.ts'
import { beginAs, renderAt } from '../../api/testing-page.tsx'
import ModulesSettings from './modules-settings.tsx'

const modules = ['hasMemberApplication', 'hasTreasury', 'treasuryHasCostCenters', 'automatedMemberPayments']

async function begin(role: 'admin' | 'editor' | 'auditor') {
  beginAs(role, { data: {}, resources: {} })
  const { requests } = fakeServer(({ method, path }) => {
    if (method !== 'GET') return jsonResponse({ data: { name: path, value: 'false' }, errors: {} })
    const data = modules.map((name) => ({ _id: name, _version: 1, name, value: 'true' }))
    return jsonResponse({ data: path === 'settings' ? data : {}, resources: {} })
  })
  renderAt(<ModulesSettings />, '/configuracaoModulos')
  await screen.findByText(/^A lista das candidaturas no menu/)
  return { requests }
}

const boxes = () => screen.queryAllByRole('checkbox')

it('an administrator switches every module', async () => {
  const { requests } = await begin('admin')
  expect(boxes()).toHaveLength(modules.length)
  const applications = screen.getByRole<HTMLInputElement>('checkbox', { name: /^Candidaturas/ })
  await waitFor(() => expect(applications.checked).toBe(true))
  fireEvent.click(applications)
  fireEvent.click(screen.getByRole('button', { name: /^Guardar/ }))
  await waitFor(() =>
    expect(requests.find(({ method }) => method === 'PATCH')).toMatchObject({
      path: 'settings/hasMemberApplication',
      body: { value: 'false', _version: 1 },
    }),
  )
})

it('an editor switches all but automated payments, and an auditor reads them', async () => {
  await begin('editor')
  expect(boxes()).toHaveLength(modules.length - 1)
  expect(screen.queryByRole('checkbox', { name: /^Pagamentos automáticos/ })).toBeNull()
  cleanup()
  await begin('auditor')
  expect(boxes()).toEqual([])
  expect(await screen.findAllByText('Sim')).toHaveLength(modules.length)
  expect(screen.queryByRole('button', { name: /^Guardar/ })).toBeNull()
})
