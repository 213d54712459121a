import { Suspense } from 'react'
import { act, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { lazyPart } from './lazy-part.ts'

it('stays suspended when the code fails to load', async () => {
  const Missing = lazyPart<object>(() => Promise.resolve(undefined))
  await act(async () => render(<Suspense fallback="A carregar">{<Missing />}</Suspense>))
  expect(screen.getByText('A carregar')).toBeTruthy()
})

it('renders loaded code', async () => {
  const Part = lazyPart<object>(() => Promise.resolve({ default: () => 'Cá está' }))
  await act(async () => render(<Suspense fallback="A carregar">{<Part />}</Suspense>))
  expect(screen.getByText('Cá está')).toBeTruthy()
})
