import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Caller } from '../access.ts'
import { decide } from '../access.ts'
import type { Definition } from '../define-resource.ts'
import { defineResource, referenceBase } from '../define-resource.ts'
import type { Field, Fields } from '../fields.ts'
import { group, isAlwaysPresent, text } from '../fields.ts'
import { toCamelCase, toSnakeCase } from '../paths.ts'
import { isDate, limitsBefore } from '../rules/dates.ts'
import { fillTerms, terminologyOf, terminologyPresets } from '../terminology.ts'
import { fieldsLookedAt, ruleNames } from '../validate.ts'
import { definitions, everyDefinition, findDefinition, getDefinition } from './index.ts'
import { publicSettings, settingNames, settingOf } from './settings.ts'

const all = everyDefinition
const everyTerminology = terminologyPresets.flatMap((preset) =>
  (['m', 'f', 'both'] as const).map((gender) => terminologyOf(preset, { name: 'Agremiação', gender })),
)
const somebody = (role: Caller['role']): Caller => ({ id: 'u', name: 'Alguém', role, personId: 'p' })
const visitor: Caller = { id: null, name: 'Visitante', role: 'visitor', personId: null }

/** Every set of fields: those of records, and what actions ask for. */
function fieldSets(definition: Definition): Fields[] {
  const asked = Object.values(definition.actions ?? {}).map((action) => action.fields ?? {})
  return [definition.fields, ...asked]
}

function assertTemplate(template: string): void {
  for (const terminology of everyTerminology) {
    const said = fillTerms(template, terminology)
    assert.match(said, /^[\p{Lu}\d]/u, `«${said}» begins with a capital`)
    assert.doesNotMatch(said, /[{}]/)
  }
}

for (const definition of all) {
  describe(definition.name, () => {
    const fields = Object.entries(definition.fields)
    const everyField = fieldSets(definition).flatMap((set) => Object.entries(set))

    test('is known by its own name, which makes a path and comes back', () => {
      assert.equal(findDefinition(definition.name), definition)
      assert.match(definition.name, /^[a-z][a-zA-Z]*$/)
      assert.equal(toCamelCase(toSnakeCase(definition.name)), definition.name)
      assert.ok(fields.length > 0)
    })

    test('names its fields in camelCase, without two of one column', () => {
      for (const [name] of everyField) assert.match(name, /^[a-z][a-zA-Z0-9]*$/)
      const columns = fields.map(([name]) => toSnakeCase(name))
      assert.equal(new Set(columns).size, columns.length)
      const reserved = ['id', 'created_at', 'updated_at', 'version', 'search_text']
      assert.deepEqual(
        columns.filter((column) => reserved.includes(column)),
        [],
      )
    })

    test('names records by fields that exist', () => {
      const named = (definition.nameTemplate ?? '').match(/(?<=\{)\w+(?=\})/g) ?? []
      for (const name of [...named, definition.title])
        assert.ok(name === 'created_at' || definition.fields[name], name)
    })

    test('names rules that exist, and rules name fields that exist', () => {
      for (const [name, field] of everyField) {
        for (const rule of field.rules) {
          assert.ok(ruleNames.has(rule.replace(/:.*/s, '')), `${name}: ${rule}`)
        }
        for (const other of fieldsLookedAt(field)) assert.ok(other in definition.fields, `${name}: ${other}`)
      }
    })

    test('compares dates with days, dates of the same record and settings, all with plain words', () => {
      for (const set of fieldSets(definition)) {
        for (const [name, field] of Object.entries(set)) {
          for (const limit of limitsBefore(field.rules)) {
            if (isDate(limit)) continue
            const setting = settingNames.find((known) => `settings.${known}` === limit)
            const other = setting ? settingOf(setting) : set[limit]
            assert.equal(other?.inputType, 'date', `${name}: notBefore:${limit}`)
            // Messages say both labels as they stand.
            for (const { label } of [field, other]) assert.doesNotMatch(label, /[{}]/, `${name}: ${label}`)
          }
        }
      }
    })

    test('points to resources that exist, under names that end in Id', () => {
      for (const [name, field] of everyField) {
        if (field.type !== 'reference') continue
        assert.ok(findDefinition(field.reference ?? ''), name)
        assert.match(name, /Id$/)
      }
      const labels = everyField.filter(([, field]) => field.reference).map(([name]) => referenceBase(name))
      for (const base of labels) assert.ok(!(`${base}Label` in definition.fields), `${base}Label is taken`)
    })

    test('has a title, a tone, parents, an order and an exact field of its own', () => {
      assert.ok(definition.title in definition.fields)
      if (definition.tone) assert.ok(definition.fields[definition.tone]?.options?.every(({ tone }) => tone))
      for (const [parent, via] of Object.entries(definition.parents ?? {})) {
        assert.equal(definition.fields[via]?.reference, parent)
      }
      if (definition.partOf) assert.equal(definition.fields[definition.partOf]?.type, 'reference')
      for (const part of definition.list?.sort?.split(',') ?? []) {
        assert.equal(definition.fields[part.replace('-', '')]?.sortable, true, `sort: ${part}`)
      }
      const { exact } = definition.list ?? {}
      if (exact) {
        assert.equal(definition.fields[exact]?.column, 'integer')
        assert.equal(definition.fields[exact]?.searchable, true)
      }
    })

    test('speaks the words of every organisation', () => {
      const { one, many, new: fresh } = definition.label
      for (const template of [one, many, fresh ?? one]) assertTemplate(template)
      for (const action of Object.values(definition.actions ?? {})) assertTemplate(action.label)
      for (const [, field] of everyField) {
        assertTemplate(field.label)
        if (field.group) assertTemplate(field.group)
        if (field.help) assertTemplate(field.help)
        if (field.unique) assertTemplate(field.unique)
      }
    })

    test('says each option once, with words', () => {
      for (const [name, field] of everyField) {
        // An object of codes has the words of its codes, and no single one.
        if (field.column !== 'json')
          assert.equal(Boolean(field.options), field.rules.includes('option'), name)
        const values = (field.options ?? []).map(({ value }) => value)
        assert.equal(new Set(values).size, values.length)
        for (const { label } of field.options ?? []) {
          for (const terminology of everyTerminology) assert.ok(fillTerms(label, terminology).trim(), name)
        }
      }
    })

    test('gives defaults that its own rules accept', () => {
      for (const [name, field] of everyField) {
        if (field.default === undefined || !field.options) continue
        assert.ok(
          field.options.some(({ value }) => value === field.default),
          name,
        )
      }
    })

    test('is closed unless it says otherwise', () => {
      for (const verb of ['read', 'create', 'update', 'delete'] as const) {
        assert.equal(typeof definition.access[verb], 'function', verb)
      }
      for (const verb of ['create', 'update', 'delete'] as const) {
        assert.equal(decide(definition.access, verb, visitor), false, `a visitor may ${verb}`)
      }
      if (definition.kind === 'computed') {
        for (const verb of ['create', 'update', 'delete'] as const) {
          assert.equal(decide(definition.access, verb, somebody('admin')), false, verb)
        }
      }
    })

    test('constrains by fields that it has and keeps', () => {
      for (const role of ['admin', 'editor', 'member', 'visitor'] as const) {
        for (const verb of ['list', 'read', 'create', 'update', 'delete', 'export'] as const) {
          const decision = decide(definition.access, verb, role === 'visitor' ? visitor : somebody(role))
          if (typeof decision === 'boolean') continue
          for (const name of Object.keys(decision)) {
            assert.ok(name === '_id' || (definition.fields[name] && !definition.fields[name].computed), name)
          }
        }
      }
    })

    test('offers actions on records by fields that it has', () => {
      for (const { when = {} } of Object.values(definition.actions ?? {}))
        for (const name of Object.keys(when)) assert.ok(definition.fields[name], name)
    })

    test('never searches nor orders by what some readers may not see', () => {
      for (const [name, field] of fields) {
        if (!field.readBy && !field.writeOnly) continue
        assert.ok(!field.searchable && !field.sortable && !field.filterable && !field.listed, name)
      }
    })

    test('carries flat only fields that the other resource has', () => {
      for (const [name, { storage }] of fields) {
        if (storage.in !== 'through') continue
        assert.equal(definition.fields[storage.via]?.reference, storage.resource)
        assert.ok(name in getDefinition(storage.resource).fields, name)
      }
    })
  })
}

test('names that every object has are no resources', () => {
  for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty', '', 'nada']) {
    assert.equal(findDefinition(name), undefined)
    assert.throws(() => getDefinition(name))
  }
})

test('a field name that is not camelCase stops the program', () => {
  const fields = { Wrong_Name: text({ label: 'Errado' }) }
  const access = definitions.people.access
  const label = { one: 'Um', many: 'Muitos' }
  assert.throws(
    () => defineResource({ name: 'x', kind: 'stored', label, title: 'Wrong_Name', access, fields }),
    /camelCase/,
  )
})

test('what is required, assigned, yes or no, or a list is never empty', () => {
  const present = (field: Partial<Field>) => isAlwaysPresent({ ...text({ label: 'X' }), ...field } as Field)
  assert.equal(present({}), false)
  assert.equal(present({ required: true }), true)
  assert.equal(present({ assigned: true }), true)
  assert.equal(present({ column: 'boolean' }), true)
  assert.equal(present({ column: 'list' }), true)
})

test('a group gives its name to fields and changes nothing else', () => {
  const name = text({ label: 'Nome', required: true })
  assert.deepEqual(group('Identificação', { name }), { name: { ...name, group: 'Identificação' } })
})

test('every setting has words, rules that exist, a default that follows them, and a reader', () => {
  assert.ok(settingNames.length >= 15)
  for (const name of settingNames) {
    const { label, group: section, default: initial, rules = [], options, help } = settingOf(name)
    for (const template of [label, section, help ?? label]) assertTemplate(template)
    for (const rule of rules) assert.ok(ruleNames.has(rule.replace(/:.*/s, '')), `${name}: ${rule}`)
    if (options) assert.ok(Object.hasOwn(options, initial), name)
    if (rules.includes('yesNo')) assert.ok(initial === 'true' || initial === 'false', name)
  }
  assert.ok(publicSettings.includes('name'))
  assert.ok(!publicSettings.includes('revealUnknownAccounts'))
})

test('settings that name fields of a resource name fields that there are', () => {
  const naming = settingNames.filter((name) => /(Required|Hidden)Fields$/.test(name))
  assert.ok(naming.length >= 4)
  for (const name of naming) {
    const { fields } = getDefinition(name.replace(/(Required|Hidden)Fields$/, ''))
    for (const field of settingOf(name).default.split(',').filter(Boolean)) {
      assert.ok(field in fields, `${name}: ${field}`)
    }
  }
})

test('charges by member can be filtered by all that charges can be filtered by', () => {
  const filterable = (name: string) =>
    Object.entries(getDefinition(name).fields)
      .filter(([, field]) => field.filterable)
      .map(([field]) => field)
  const missing = new Set(filterable('unsettledPayments')).difference(new Set(filterable('chargesByMember')))
  assert.deepEqual([...missing], [])
})
