import { Suspense } from 'react'
import { act, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { lazyPart } from './lazy-part.ts'

it('keeps the place of code that a lost server did not send, instead of failing', async () => {
  const Missing = lazyPart<object>(() => Promise.resolve(undefined))
  await act(async () => render(<Suspense fallback="A carregar">{<Missing />}</Suspense>))
  expect(screen.getByText('A carregar')).toBeTruthy()
})

it('draws the code that came', async () => {
  const Part = lazyPart<object>(() => Promise.resolve({ default: () => 'Cá está' }))
  await act(async () => render(<Suspense fallback="A carregar">{<Part />}</Suspense>))
  expect(screen.getByText('Cá está')).toBeTruthy()
})
