import type { APIRequestContext } from '@playwright/test'
import { addMember, answerOf, type Page } from './fixtures.ts'

export const scanPath = '/cartoesSocio/verificarVarios'

export interface Card {
  id: string
  code: string
  memberId: string
  memberNumber: number
}

/** Creates a member with a card. */
export async function addCard(api: APIRequestContext, name: string): Promise<Card> {
  const { _id: memberId, memberNumber } = await addMember(api, { name })
  const data = { memberId }
  const { _id: id, code } = await answerOf<{ _id: string; code: string }>(
    await api.post('/api/membership_cards', { data }),
  )
  return { id, code, memberId, memberNumber }
}

/** The rows of checks, newest first. */
export function rows(page: Page) {
  return page.getByRole('table', { name: 'Cartões verificados' }).locator('tbody').getByRole('row')
}
