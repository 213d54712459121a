import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { toCamelCase, toSnakeCase } from './letter-case.ts'
import { compoundPath, nestedPath, recordPath, resourcePath } from './paths.ts'

test('names in camel case and snake case', () => {
  assert.equal(toSnakeCase('memberStateNames'), 'member_state_names')
  assert.equal(toSnakeCase('members'), 'members')
  assert.equal(toSnakeCase('apiSecrets'), 'api_secrets')
  assert.equal(toSnakeCase('memberURLPlural'), 'member_url_plural')
  assert.equal(toSnakeCase('line2Address'), 'line2_address')
  assert.equal(toSnakeCase('member_states'), 'member_states')
  assert.equal(toCamelCase('member_state_names'), 'memberStateNames')
  assert.equal(toCamelCase('memberStates'), 'memberStates')
})

test('toCamelCase and toSnakeCase are inverse', () => {
  const word = fc.stringMatching(/^[a-z]{2,8}$/)
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), (words) => {
      const snake = words.join('_')
      assert.equal(toSnakeCase(toCamelCase(snake)), snake)
    }),
  )
})

test('paths of resources, records and nested records', () => {
  assert.equal(resourcePath('memberStates'), 'member_states')
  assert.equal(recordPath('members', 'a1'), 'members/a1')
  assert.equal(recordPath('settings', 'a/b c'), 'settings/a%2Fb%20c')
  assert.equal(nestedPath('members', 'a1', 'unsettledPayments'), 'members/a1/unsettled_payments')
})

test('compound routes join a prefix and a word of the terminology', () => {
  assert.equal(compoundPath('configuracao', 'socios'), 'configuracaoSocios')
  assert.equal(compoundPath('cartoes', 'socio'), 'cartoesSocio')
  assert.equal(compoundPath('notificar', 'irmaos'), 'notificarIrmaos')
})
