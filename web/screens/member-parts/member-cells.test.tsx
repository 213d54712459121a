import { cleanup, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderAt } from '../../api/testing-page.tsx'
import { MemberCard } from './member-cells.tsx'

it('the card of a member without quotas has no line for them', () => {
  const record = { _id: 'm1', name: 'Ana Moita', memberNumber: 7, balance: 0, overdueAmount: 0 }
  const draw = (quotaStrip: unknown) => {
    renderAt(
      <article>
        <MemberCard record={{ ...record, quotaStrip } as never} />
      </article>,
    )
    const text = screen.getByRole('article').textContent
    cleanup()
    return text
  }
  expect(draw({})).toBe(draw({ '2026': 'paid' }))
})
