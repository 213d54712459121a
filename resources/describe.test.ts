import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Caller, Role } from './access.ts'
import { anyOf, ownerRoles, ownRecords, roles, staffReaders, staffRoles, staffWriters } from './access.ts'
import { defineResource } from './define-resource.ts'
import { getDefinition } from './definitions/index.ts'
import type { Settings } from './definitions/settings.ts'
import { settingNames, settingOf } from './definitions/settings.ts'
import { describeFields, describeResource, effectiveFields, mayReadField, mayWriteField } from './describe.ts'
import * as fields from './fields.ts'
import { searchReasons } from './match-reasons.ts'
import { terminologyOf } from './terminology.ts'

const club = terminologyOf('club', { name: 'Clube' })
const union = terminologyOf('union', { name: 'Sindicato', gender: 'f' })
const caller = (role: Role): Caller => ({ id: 'u', name: 'Alguém', role, personId: 'p' })

const members = defineResource({
  name: 'members',
  kind: 'stored',
  label: {
    one: '{MemberSingular}',
    many: '{MemberPlural}',
    gender: 'member',
    new: '{Novo} {memberSingular}',
  },
  title: 'name',
  access: {
    read: anyOf(staffReaders, ownRecords('personId')),
    create: staffWriters,
    update: anyOf(staffWriters, ownRecords('personId')),
    delete: staffWriters,
  },
  list: { sort: 'name' },
  actions: {
    suspend: {
      label: 'Suspender {memberSingular}',
      past: 'suspendeu',
      icon: 'pause',
      done: 'Suspenso.',
      access: staffWriters,
      when: { is: { name: 'Ana' }, otherwise: 'Só a Ana se suspende.' },
      fields: { reason: fields.text({ label: 'Motivo' }) },
    },
  },
  fields: {
    ...fields.group('Identificação', {
      name: fields.text({ label: 'Nome', required: true, sortable: true, listed: true }),
      number: fields.integer({ label: 'N.º de {memberSingular}', help: 'De cada {memberSingular}.', min: 1 }),
      kind: fields.choice({ member: '{MemberSingular}' }, { label: 'Tipo', default: 'member' }),
    }),
    email: fields.email({ label: 'Email', writeBy: ownerRoles }),
    notes: fields.longText({ label: 'Notas', readBy: staffRoles }),
    secret: fields.text({ label: 'Segredo', readBy: ['admin'], writeBy: ['admin'] }),
    password: fields.password({ label: 'Palavra-passe' }),
    number2: fields.integer({ label: 'Fixo', fixed: true }),
    personId: fields.reference('people', { label: 'Pessoa', readOnly: true }),
  },
})

test('describeFields lists the fields that a role may read, and passwords that it may set', () => {
  const described = (role: Role) => Object.keys(describeFields(members.fields, club, role))
  const common = ['name', 'number', 'kind', 'email', 'number2', 'personId']
  assert.deepEqual(new Set(described('admin')), new Set([...common, 'notes', 'secret', 'password']))
  assert.deepEqual(new Set(described('editor')), new Set([...common, 'notes', 'password']))
  assert.deepEqual(new Set(described('auditor')), new Set([...common, 'notes']))
  assert.deepEqual(new Set(described('member')), new Set(common))
})

test('mayReadField and mayWriteField by role', () => {
  const { name, email, notes, secret, password } = members.fields
  for (const [field, readers, writers] of [
    [name, 'admin editor auditor member', 'admin editor'],
    [email, 'admin editor auditor member', 'admin editor member'],
    [notes, 'admin editor auditor', 'admin editor'],
    [secret, 'admin', 'admin'],
    [password, '', 'admin editor'],
  ] as const) {
    assert.equal(roles.filter((role) => mayReadField(field, role)).join(' '), readers, field.label)
    assert.equal(roles.filter((role) => mayWriteField(field, role)).join(' '), writers, field.label)
  }
})

test('a field descriptor has all properties, with terms filled in', () => {
  const { name, number, kind } = describeFields(members.fields, club, 'admin')
  assert.deepEqual(name, {
    name: 'name',
    type: 'string',
    validation: ['required', 'max:200'],
    label: 'Nome',
    group: 'Identificação',
    inputType: 'text',
    listed: true,
    sortable: true,
  })
  assert.deepEqual([number?.label, number?.help], ['N.º de sócio', 'De cada sócio.'])
  assert.deepEqual(kind?.options, [{ value: 'member', label: 'Sócio' }])
  assert.equal(describeFields(members.fields, union, 'admin')['number']?.label, 'N.º de sócia')
})

test('fields that a role may not change are read-only; fixed ones say so', () => {
  const namesWith = (role: Role, property: 'readOnly' | 'fixed') =>
    Object.values(describeFields(members.fields, club, role))
      .filter((field) => field[property])
      .map((field) => field.name)
  assert.deepEqual(namesWith('admin', 'fixed'), ['number2'])
  assert.deepEqual(namesWith('admin', 'readOnly'), ['personId'])
  assert.deepEqual(namesWith('auditor', 'readOnly'), [
    'name',
    'number',
    'kind',
    'email',
    'notes',
    'number2',
    'personId',
  ])
  assert.deepEqual(namesWith('member', 'readOnly'), ['name', 'number', 'kind', 'number2', 'personId'])
})

test('a resource descriptor has path, labels, permissions and actions of the caller', () => {
  const described = describeResource(members, club, caller('admin'))
  assert.equal(described.path, 'members')
  assert.deepEqual(described.label, { one: 'Sócio', many: 'Sócios', new: 'Novo sócio', gender: 'm' })
  assert.deepEqual(new Set(Object.values(described.may)), new Set([true]))
  assert.equal(described.actions[0]?.label, 'Suspender sócio')
  assert.equal(described.actions[0]?.fields?.['reason']?.label, 'Motivo')
  assert.deepEqual(described.actions[0]?.when, [{ is: { name: 'Ana' }, otherwise: 'Só a Ana se suspende.' }])
  assert.equal(described.sort, 'name')
  const { label } = describeResource(members, union, caller('admin'))
  assert.deepEqual([label.new, label.gender], ['Nova sócia', 'f'])

  const own = describeResource(members, club, caller('member'))
  assert.deepEqual(own.may, {
    list: true,
    read: true,
    create: false,
    update: { personId: 'p' },
    delete: false,
    export: true,
  })
  assert.deepEqual(own.actions, [])
})

test('a resource without searchable fields has no search', () => {
  const names = ['members', 'payments', 'chargesByMember', 'quotaRuns', 'webhookDeliveries']
  const searched = names.filter(
    (name) => !describeResource(getDefinition(name), club, caller('admin')).hasNoSearch,
  )
  assert.deepEqual(searched, ['members', 'payments', 'chargesByMember'])
})

test('the label of a new record follows the gender when the definition has none', () => {
  const words = (gender: 'm' | 'f') =>
    describeResource(
      { ...members, label: { one: 'Categoria', many: 'Categorias', gender } },
      club,
      caller('admin'),
    ).label.new
  assert.equal(words('f'), 'Nova categoria')
  assert.equal(words('m'), 'Novo categoria')
})

test('settings make fields required or hidden, but not read-only or fixed ones', () => {
  const defaults = Object.fromEntries(settingNames.map((name) => [name, settingOf(name).default])) as Settings
  const effective = (required: string, hidden: string) =>
    effectiveFields(members, {
      ...defaults,
      membersRequiredFields: required,
      membersHiddenFields: hidden,
    })
  assert.equal(effective('', ''), members.fields)
  const changed = effective('email, personId,number2,nada', 'name,number,email')
  assert.equal(changed['email']?.required, true)
  assert.equal(changed['email']?.hidden, false, 'a required field is not hidden')
  assert.equal(changed['number']?.hidden, true)
  assert.notEqual(changed['name']?.hidden, true, 'a field required by the definition cannot be hidden')
  assert.equal(changed['personId']?.required, undefined)
  assert.equal(changed['number2']?.required, undefined)
})

test('fields of one type of organisation are hidden in the other', () => {
  const titles = fields.integer({ label: 'Títulos', onlyFor: 'cooperative' })
  const definition = { ...members, fields: { ...members.fields, titles } }
  const hiddenIn = (orgType: string) => {
    const settings = Object.fromEntries(
      settingNames.map((name) => [name, settingOf(name).default]),
    ) as Settings
    return effectiveFields(definition, { ...settings, orgType })['titles']?.hidden ?? false
  }
  assert.deepEqual([hiddenIn('association'), hiddenIn('cooperative')], [true, false])
})

test('fields of an accounting year of its own are hidden where it is that of the calendar', () => {
  const { fields: budget } = getDefinition('costCenterBudgets')
  const definition = { ...members, fields: budget }
  const shownWith = (fiscalYearStart: string) => {
    const settings = Object.fromEntries(
      settingNames.map((name) => [name, settingOf(name).default]),
    ) as Settings
    const effective = effectiveFields(definition, { ...settings, fiscalYearStart })
    return ['year', 'yearText'].filter((name) => effective[name]?.hidden !== true)
  }
  assert.deepEqual([shownWith('1'), shownWith('9')], [['year'], ['year', 'yearText']])
})

test('a search says which fields have the words that are not seen anyway', () => {
  const { fields } = getDefinition('members')
  const described = describeFields(fields, club, caller('editor'))
  const record = {
    name: 'Ana Sá',
    memberNumber: 12,
    nif: '123456789',
    mobile: '+351912345678',
    email: 'ana@exemplo.pt',
  }
  const reasonsOf = (search: string) =>
    searchReasons(described, record, { search, shown: ['Ana Sá', '12'] }).map(({ name }) => name)
  assert.deepEqual(reasonsOf('sa ana'), [])
  assert.deepEqual(reasonsOf('12'), [])
  assert.deepEqual(reasonsOf('123 456 789'), ['nif'])
  assert.deepEqual(reasonsOf('ana 91234'), ['mobile'])
  assert.deepEqual(reasonsOf('exemplo'), ['email'])
  assert.deepEqual(reasonsOf('outra'), [])
  // A setting hides the number from the caller, and so do the reasons.
  const { nif: _hidden, ...others } = described
  assert.deepEqual(searchReasons(others, record, { search: '123456789', shown: [] }), [])
})
