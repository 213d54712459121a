import type { APIRequestContext } from '@playwright/test'
import { answerOf, type Member } from './fixtures.ts'

export async function readMember(api: APIRequestContext, { _id }: Member): Promise<Member> {
  return answerOf<Member>(await api.get(`/api/members/${_id}`))
}
