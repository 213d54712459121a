import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cardLeftOutReasons } from '@agremia/resources/definitions/card-runs.ts'
import { leftOutReasons as quotaReasons } from '@agremia/resources/definitions/quota-runs.ts'
import { roundLeftOutReasons } from '@agremia/resources/definitions/rounds.ts'
import { pluralReason } from '@agremia/resources/rules/plural-reason.ts'
import { leftOutReasons as debitReasons } from './direct-debit/candidates.ts'
import { skipReasons } from './dues/notices/debtors.ts'
import { leftOutReasons as messageReasons } from './messages/recipients.ts'
import { leftOutReasons as accountReasons } from './users/member-accounts.ts'

const lists = [
  cardLeftOutReasons,
  quotaReasons,
  roundLeftOutReasons,
  debitReasons,
  skipReasons,
  messageReasons,
  accountReasons,
]
/** A noun, or an expression without a subject. */
const withoutPerson =
  /^(O|A|Sem|Pessoa|Conta|Autorização|Isenção|Período|Registo|Anulada|Já há|Ainda não é|Não foi possível) /

test('every reason about a person has a plural', () => {
  const reasons = lists.flatMap((list) => Object.values(list))
  const same = reasons.filter((reason) => pluralReason(reason, 2) === reason)
  assert.deepEqual(
    same.filter((reason) => !withoutPerson.test(reason)),
    [],
  )
})
