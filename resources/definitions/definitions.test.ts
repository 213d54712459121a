import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import type { Caller, Decision } from '../access.ts'
import { decide, staffWriters } from '../access.ts'
import { conditionsOf, namedFields } from '../action.ts'
import type { Definition } from '../define-resource.ts'
import type { JsonObject } from '../json-shape.ts'
import { defineResource, referenceBase } from '../define-resource.ts'
import { mayReadField, mayWriteField } from '../describe.ts'
import type { Field, Fields } from '../fields.ts'
import { date, group, isAlwaysPresent, text } from '../fields.ts'
import { toCamelCase, toSnakeCase } from '../letter-case.ts'
import { isDate, notBeforeArguments } from '../rules/dates.ts'
import { fillTerms, terminologyOf, terminologyPresets } from '../terminology.ts'
import { fieldsReadByRules, ruleNames } from '../validate.ts'
import { definitions, allDefinitions, findDefinition, getDefinition } from './index.ts'
import { publicSettings, settingNames, settingOf } from './settings.ts'

const all = allDefinitions
const glossary = readFileSync(new URL('../../docs/glossary.md', import.meta.url), 'utf8')
const everyTerminology = terminologyPresets.flatMap((preset) =>
  (['m', 'f', 'both'] as const).map((gender) => terminologyOf(preset, { name: 'Agremiação', gender })),
)
const somebody = (role: Caller['role']): Caller => ({ id: 'u', name: 'Alguém', role, personId: 'p' })
const visitor: Caller = { id: null, name: 'Visitante', role: 'visitor', personId: null }

/** All sets of fields: those of the record and of the actions. */
function fieldSets(definition: Definition): Fields[] {
  const inputs = Object.values(definition.actions ?? {}).map((action) => action.fields ?? {})
  return [definition.fields, ...inputs]
}

function assertTemplate(template: string): void {
  for (const terminology of everyTerminology) {
    const text = fillTerms(template, terminology)
    assert.match(text, /^[\p{Lu}\d]/u, `«${text}» begins with a capital`)
    assert.doesNotMatch(text, /[{}]/)
  }
}

/** Actions without a condition on the record's state, by the reason. */
const withoutCondition: Record<string, readonly string[]> = {
  'possible in every state': [
    'memberExemptions.remove',
    'members.assignCollector',
    'quotaPlans.setPrices',
    'recordFiles.share',
    'users.endSessions',
  ],
  'the other rows of the history decide': ['memberStates.remove', 'members.changeState'],
  'the account decides, read after its lock': [
    'members.refundCredit',
    'members.useCredit',
    'unsettledPayments.releaseCredit',
  ],
  'the prices of the day that is asked for decide': ['quotaPlans.removePrices'],
  'the second steps of the user decide, which are not in its record': ['users.resetTwoSteps'],
  'the webhook of the delivery decides': ['webhookDeliveries.redeliver'],
}

for (const definition of all) {
  describe(definition.name, () => {
    const fields = Object.entries(definition.fields)
    const everyField = fieldSets(definition).flatMap((set) => Object.entries(set))

    test('is found by its name, which converts to a path and back', () => {
      assert.equal(findDefinition(definition.name), definition)
      assert.match(definition.name, /^[a-z][a-zA-Z]*$/)
      assert.equal(toCamelCase(toSnakeCase(definition.name)), definition.name)
      assert.ok(fields.length > 0)
    })

    test('has its term in the glossary', () => {
      assert.match(glossary, new RegExp(`\\| .*\`${definition.name}\``), 'write its term in docs/glossary.md')
    })

    test('field names are camelCase, with distinct columns that are not reserved', () => {
      for (const [name] of everyField) assert.match(name, /^[a-z][a-zA-Z0-9]*$/)
      const columns = fields.map(([name]) => toSnakeCase(name))
      assert.equal(new Set(columns).size, columns.length)
      const reserved = ['id', 'created_at', 'updated_at', 'version', 'search_text']
      assert.deepEqual(
        columns.filter((column) => reserved.includes(column)),
        [],
      )
    })

    test('title and nameTemplate name existing fields', () => {
      const named = (definition.nameTemplate ?? '').match(/(?<=\{)\w+(?=\})/g) ?? []
      for (const name of [...named, definition.title])
        assert.ok(name === 'created_at' || definition.fields[name], name)
    })

    test('rules exist, and the fields that they read exist', () => {
      for (const [name, field] of everyField) {
        for (const rule of field.rules) {
          assert.ok(ruleNames.has(rule.replace(/:.*/s, '')), `${name}: ${rule}`)
        }
        for (const other of fieldsReadByRules(field))
          assert.ok(other in definition.fields, `${name}: ${other}`)
      }
    })

    test('notBefore compares dates with dates of the same record or settings, whose labels have no terms', () => {
      for (const set of fieldSets(definition)) {
        for (const [name, field] of Object.entries(set)) {
          for (const limit of notBeforeArguments(field.rules)) {
            if (isDate(limit)) continue
            const setting = settingNames.find((known) => `settings.${known}` === limit)
            const other = setting ? settingOf(setting) : set[limit]
            assert.equal(other?.inputType, 'date', `${name}: notBefore:${limit}`)
            // Messages contain both labels without filling terms.
            for (const { label } of [field, other]) assert.doesNotMatch(label, /[{}]/, `${name}: ${label}`)
          }
        }
      }
    })

    test('references point to existing resources and end in Id; their labels do not collide with fields', () => {
      for (const [name, field] of everyField) {
        if (field.type !== 'reference') continue
        assert.ok(findDefinition(field.reference ?? ''), name)
        assert.match(name, /Id$/)
      }
      const labels = everyField.filter(([, field]) => field.reference).map(([name]) => referenceBase(name))
      for (const base of labels) assert.ok(!(`${base}Label` in definition.fields), `${base}Label is taken`)
    })

    test('the short form of a new record has all required fields', () => {
      const { essential } = definition
      if (!essential) return
      for (const [name, field] of fields) if (field.required) assert.ok(essential.includes(name), name)
      for (const name of essential)
        assert.ok(name in definition.fields && !definition.fields[name]?.hidden, name)
    })

    test('tone, parents, partOf, sort and exact refer to suitable fields', () => {
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

    test('labels can be filled with every terminology', () => {
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

    test('options are unique and have labels', () => {
      for (const [name, field] of everyField) {
        // An object of codes has options although its value is not one of them.
        if (field.column !== 'json')
          assert.equal(Boolean(field.options), field.rules.includes('option'), name)
        const values = (field.options ?? []).map(({ value }) => value)
        assert.equal(new Set(values).size, values.length)
        for (const { label } of field.options ?? []) {
          for (const terminology of everyTerminology) assert.ok(fillTerms(label, terminology).trim(), name)
        }
      }
    })

    test('defaults are valid options', () => {
      for (const [name, field] of everyField) {
        if (field.default === undefined || !field.options) continue
        assert.ok(
          [field.default].flat().every((code) => field.options?.some(({ value }) => value === code)),
          name,
        )
      }
    })

    test('has rules for all verbs; visitors write nothing, and nobody writes computed resources', () => {
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

    test('access constraints use stored fields', () => {
      for (const role of ['admin', 'editor', 'auditor', 'member', 'visitor'] as const) {
        for (const verb of ['list', 'read', 'create', 'update', 'delete', 'export'] as const) {
          const decision = decide(definition.access, verb, role === 'visitor' ? visitor : somebody(role))
          if (typeof decision === 'boolean') continue
          for (const name of Object.keys(decision)) {
            assert.ok(name === '_id' || (definition.fields[name] && !definition.fields[name].computed), name)
          }
        }
      }
    })

    test('actions check and set stored fields', () => {
      for (const action of Object.values(definition.actions ?? {})) {
        const checked = conditionsOf(action).map((one) => ('is' in one ? one.is : one.isNot))
        for (const name of Object.keys(Object.assign({}, action.sets, ...checked)))
          assert.ok(!definition.fields[name]?.computed, name)
      }
    })

    test('texts of actions name existing fields; those for many records name none', () => {
      for (const [name, { question, done, answer, many, sends }] of Object.entries(
        definition.actions ?? {},
      )) {
        const saysItLeaves = /(mensagem|ligação|recibo|aviso|carta)\b.*(a caminho|enviad[ao])/i.test(done)
        assert.equal(sends ?? false, saysItLeaves, `${name}: what leaves may be held`)
        const { title, text } = many || {}
        const forMany = [title, text].filter((one) => one !== undefined)
        for (const field of [...Object.values(question || {}), done].flatMap(namedFields))
          assert.ok(definition.fields[field] ?? (answer as JsonObject)?.[field], `${name}: ${field}`)
        assert.deepEqual(forMany.flatMap(namedFields), [], name)
        for (const template of [...Object.values(question || {}), ...forMany, done])
          for (const terminology of everyTerminology)
            assert.match(
              fillTerms(template, terminology).replaceAll(/\{\{.*?\}\}/g, '1'),
              /^[\p{Lu}\d][^{}]*$/u,
            )
      }
    })

    test('an action asks, or says that it does not; refusals are sentences', () => {
      for (const [name, action] of Object.entries(definition.actions ?? {})) {
        const asks = action.question !== undefined || action.isDestructive || action.fields
        assert.ok(asks, `${name} has fields or a question, or \`question: false\``)
        assert.match(action.done, /[.!]$/, name)
        for (const { otherwise } of conditionsOf(action)) assert.match(otherwise, /^\p{Lu}[^{}]+\.$/u, name)
      }
    })

    test('fields that some readers may not see are not searchable, sortable or filterable', () => {
      for (const [name, field] of fields) {
        if (!field.readBy && !field.writeOnly) continue
        assert.ok(!field.searchable && !field.sortable && !field.filterable && !field.listed, name)
      }
    })

    test('through fields exist in the other resource', () => {
      for (const [name, { storage }] of fields) {
        if (storage.in !== 'through') continue
        assert.equal(definition.fields[storage.via]?.reference, storage.resource)
        assert.ok(name in getDefinition(storage.resource).fields, name)
      }
    })
  })
}

test('every action has the condition of its state, or is listed with the reason why it has none', () => {
  const found = all.flatMap(({ name, actions = {} }) =>
    Object.entries(actions).flatMap(([action, declared]) =>
      conditionsOf(declared).length === 0 ? `${name}.${action}` : [],
    ),
  )
  assert.deepEqual(found.toSorted(), Object.values(withoutCondition).flat().toSorted())
})

test('properties of Object.prototype are not resources', () => {
  for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty', '', 'nada']) {
    assert.equal(findDefinition(name), undefined)
    assert.throws(() => getDefinition(name))
  }
})

test('defineResource throws on a field name that is not camelCase', () => {
  const fields = { Wrong_Name: text({ label: 'Errado' }) }
  const access = definitions.people.access
  const label = { one: 'Um', many: 'Muitos' }
  assert.throws(
    () => defineResource({ name: 'x', kind: 'stored', label, title: 'Wrong_Name', access, fields }),
    /camelCase/,
  )
})

test('names of fields that the resource or the action does not have are compile errors', () => {
  const action = {
    label: 'Fechar',
    past: 'fechou',
    icon: 'lock',
    done: 'Fechado.',
    access: staffWriters,
  } as const
  const input = { day: date({ label: 'Dia' }) }
  const definition = defineResource({
    name: 'x',
    kind: 'stored',
    label: { one: 'Um', many: 'Muitos' },
    title: 'name',
    access: definitions.people.access,
    fields: { name: text({ label: 'Nome' }), closedOn: date({ label: 'Fechado em' }) },
    actions: {
      right: {
        ...action,
        fields: input,
        when: { is: { closedOn: null }, otherwise: 'Já está fechado.' },
        initial: { day: { from: 'record', field: 'closedOn' } },
        sets: { closedOn: { from: 'input', field: 'day' }, name: null },
        many: { without: ['day'] },
      },
      wrong: {
        ...action,
        fields: input,
        // @ts-expect-error -- The resource has no `day`.
        when: { is: { closedOn: null, day: null }, otherwise: 'Já está fechado.' },
        // @ts-expect-error -- The action has no `closedOn`.
        initial: { day: { from: 'today' }, closedOn: { from: 'today' } },
        // @ts-expect-error -- The resource has no `day`.
        sets: { closedOn: { from: 'now' }, day: null },
        // @ts-expect-error -- The action has no `closedOn`.
        many: { without: ['closedOn'] },
      },
      wrongSources: {
        ...action,
        fields: input,
        // @ts-expect-error -- The resource has no `day`.
        initial: { day: { from: 'record', field: 'day' } },
        // @ts-expect-error -- The action has no `closedOn`.
        sets: { closedOn: { from: 'input', field: 'closedOn' } },
      },
      // @ts-expect-error -- The action has no fields.
      withoutFields: { ...action, sets: { closedOn: { from: 'input', field: 'day' } } },
      unknownState: {
        ...action,
        // @ts-expect-error -- The resource has no `day`.
        when: [{ isNot: { closedOn: null, day: null }, otherwise: 'Ainda não está fechado.' }],
      },
    },
  })
  assert.deepEqual(Object.keys(definition.actions ?? {}).length, 5)
})

test('isAlwaysPresent: required, assigned, boolean and list fields', () => {
  const present = (field: Partial<Field>) => isAlwaysPresent({ ...text({ label: 'X' }), ...field } as Field)
  assert.equal(present({}), false)
  assert.equal(present({ required: true }), true)
  assert.equal(present({ assigned: true }), true)
  assert.equal(present({ column: 'boolean' }), true)
  assert.equal(present({ column: 'list' }), true)
})

describe('auditors', () => {
  const [auditor, editor] = [somebody('auditor'), somebody('editor')]
  const ownAccount: Record<string, Decision> = {
    'users update': { _id: auditor.id },
    'sessions end': { userId: auditor.id, endedAt: null },
  }
  for (const { name, access, actions = {}, fields } of all)
    test(`read what editors read of ${name}, and write nothing but their own account`, () => {
      for (const verb of ['list', 'read', 'export'] as const)
        assert.deepEqual(decide(access, verb, auditor), decide(access, verb, editor), verb)
      for (const verb of ['create', 'update', 'delete'] as const)
        assert.deepEqual(decide(access, verb, auditor), ownAccount[`${name} ${verb}`] ?? false, verb)
      for (const [action, rule] of Object.entries(actions))
        assert.deepEqual(rule.access(auditor), ownAccount[`${name} ${action}`] ?? false, action)
      for (const [field, declared] of Object.entries(fields)) {
        const isRead = (role: Caller['role']) => mayReadField(declared, role)
        assert.equal(isRead('auditor'), isRead('editor'), field)
        assert.equal(mayWriteField(declared, 'auditor'), name === 'users' && field === 'name', field)
      }
    })
})

test('group sets the group of fields and nothing else', () => {
  const name = text({ label: 'Nome', required: true })
  assert.deepEqual(group('Identificação', { name }), { name: { ...name, group: 'Identificação' } })
})

test('settings have labels, existing rules and valid defaults', () => {
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

test('settings that list fields name existing fields', () => {
  const listing = settingNames.filter((name) => /(Required|Hidden)Fields$/.test(name))
  assert.ok(listing.length >= 4)
  for (const name of listing) {
    const { fields } = getDefinition(name.replace(/(Required|Hidden)Fields$/, ''))
    for (const field of settingOf(name).default.split(',').filter(Boolean)) {
      assert.ok(field in fields, `${name}: ${field}`)
    }
  }
})

test('chargesByMember has every filter of unsettledPayments', () => {
  const filterable = (name: string) =>
    Object.entries(getDefinition(name).fields)
      .filter(([, field]) => field.filterable)
      .map(([field]) => field)
  const missing = new Set(filterable('unsettledPayments')).difference(new Set(filterable('chargesByMember')))
  assert.deepEqual([...missing], [])
})
