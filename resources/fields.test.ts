import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computed, copied, text } from './fields.ts'

const from = {
  fields: {
    name: text({
      label: 'Nome',
      help: 'Completo.',
      required: true,
      searchable: true,
      sortable: true,
      filterable: true,
      unique: 'Já existe.',
      writeBy: ['member'],
      rules: ['personName'],
    }),
    photo: computed({ label: 'Fotografia' }),
    other: text({ label: 'Outro' }),
  },
}

test('copied fields keep labels and rules, but not permissions, uniqueness, orders and filters', () => {
  const { name } = copied(from, ['name'])
  const { label, help, required, searchable, rules, storage } = name
  assert.deepEqual(
    { label, help, required, searchable, rules },
    { label: 'Nome', help: 'Completo.', required: true, searchable: true, rules: from.fields.name.rules },
  )
  assert.deepEqual(storage, { in: 'own' })
  for (const dropped of ['sortable', 'filterable', 'unique', 'writeBy'] as const)
    assert.equal(name[dropped], undefined, dropped)
  assert.equal(from.fields.name.sortable, true, 'the original is unchanged')
})

test('copied takes overrides, and only the named fields', () => {
  const fields = copied(from, ['name', 'photo'], { name: { label: 'Denominação', sortable: true } })
  assert.deepEqual(Object.keys(fields), ['name', 'photo'])
  assert.deepEqual([fields.name.label, fields.name.sortable], ['Denominação', true])
  assert.deepEqual(fields.photo.storage, { in: 'none' })
})
