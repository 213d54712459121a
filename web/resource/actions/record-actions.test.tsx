import { donationsInKind } from '@agremia/resources/definitions/donations-in-kind.ts'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { beginAs, explainerOf, renderAt } from '../../api/testing-page.tsx'
import { RecordActions } from './record-actions.tsx'

it('what destroys something is not the main button of a page', () => {
  const explainer = explainerOf(donationsInKind.name)
  beginAs('admin', explainer)
  const record = { _id: 'r1', _version: 1, status: 'registered' } as never
  const [descriptor, fields] = [
    explainer.resources[donationsInKind.name]!,
    explainer.data[donationsInKind.name]!,
  ]
  renderAt(<RecordActions record={record} descriptor={descriptor} fields={fields} />)
  expect(screen.getByRole('button', { name: 'Anular' }).dataset['variant']).toBe('default')
})
