import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeServer, jsonResponse } from '../../api/testing.ts'
import { explainNothing, logInAs, renderAt } from '../../api/testing-page.tsx'
import { useStatePresets } from './member-states.ts'

const states = [
  { _id: 'a', marksEnd: false, marksDeath: false },
  { _id: 'b', marksEnd: true, marksDeath: false },
  { _id: 'c', marksEnd: true, marksDeath: true },
]

function Presets() {
  const presets = useStatePresets()
  if (!presets) return null
  const all = [presets.current, ...presets.former]
  return <p>{all.map(({ label, values }) => `${label}: ${values.join()}`).join('; ')}</p>
}

it.each([
  [states, 'ativos: a; já saíram: b; faleceram: c'],
  [states.slice(0, 2), 'ativos: a; já saíram: b'],
])('%#: presets of the state filter tell those who left from those who died', async (data, text) => {
  logInAs('editor')
  explainNothing()
  fakeServer(() => jsonResponse({ data, meta: { total: data.length } }))
  renderAt(<Presets />)
  expect(await screen.findByText(text)).toBeTruthy()
})
