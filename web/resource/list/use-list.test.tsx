import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import type { FieldMap, ResourceDescriptor } from '@agremia/resources/descriptor.ts'
import { jsonResponse, fakeServer } from '../../api/testing.ts'
import { renderAt, logInAs } from '../../api/testing-page.tsx'
import { useList } from './use-list.ts'

beforeEach(() => {
  logInAs('admin')
})

const fields: FieldMap = {
  status: {
    name: 'status',
    label: 'Estado',
    type: 'string',
    inputType: 'text',
    validation: [],
    group: '',
    filterable: true,
  },
}
const descriptor = {
  sort: '-openAmount',
  label: { many: 'Dívidas' },
  actions: [],
} as unknown as ResourceDescriptor
const owed = { status: ['open'] }

function Probe() {
  const { elsewhere } = useList({ resource: 'chargesByMember', fields, descriptor, defaultFilters: owed })
  return <output>{elsewhere?.count}</output>
}

it('requests the number in other states in the order of the list, since lists differ in their default order', async () => {
  const { requests } = fakeServer(({ path }) =>
    jsonResponse({ data: [], meta: { total: path.includes('_status') ? 0 : 3, page: 1, limit: 1 } }),
  )
  renderAt(<Probe />)
  expect(await screen.findByText('3')).toBeTruthy()
  for (const { path } of requests.filter((request) => request.path.includes('charges_by_member')))
    expect(path).toContain('_sort=-openAmount')
})
