import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Caller, Role } from './access.ts'
import { anyOf, ownRecords, staff } from './access.ts'
import { defineResource } from './define-resource.ts'
import type { Settings } from './definitions/settings.ts'
import { settingNames, settingOf } from './definitions/settings.ts'
import { describeFields, describeResource, effectiveFields, mayReadField, mayWriteField } from './describe.ts'
import * as fields from './fields.ts'
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
    read: anyOf(staff, ownRecords('personId')),
    create: staff,
    update: anyOf(staff, ownRecords('personId')),
    delete: staff,
  },
  list: { sort: 'name' },
  actions: {
    suspend: {
      label: 'Suspender {memberSingular}',
      past: 'suspendeu',
      access: staff,
      when: { name: 'Ana' },
      fields: { reason: fields.text({ label: 'Motivo' }) },
    },
  },
  fields: {
    ...fields.group('Identificação', {
      name: fields.text({ label: 'Nome', required: true, sortable: true, listed: true }),
      number: fields.integer({ label: 'N.º de {memberSingular}', help: 'De cada {memberSingular}.', min: 1 }),
      kind: fields.choice({ member: '{MemberSingular}' }, { label: 'Tipo', default: 'member' }),
    }),
    email: fields.email({ label: 'Email', writeBy: ['admin', 'editor', 'member'] }),
    notes: fields.longText({ label: 'Notas', readBy: ['admin', 'editor'] }),
    secret: fields.text({ label: 'Segredo', readBy: ['admin'], writeBy: ['admin'] }),
    password: fields.password({ label: 'Palavra-passe' }),
    number2: fields.integer({ label: 'Fixo', fixed: true }),
    personId: fields.reference('people', { label: 'Pessoa', readOnly: true }),
  },
})

test('each role is told of the fields that it may read, and of passwords that it may set', () => {
  const told = (role: Role) => Object.keys(describeFields(members.fields, club, role))
  const common = ['name', 'number', 'kind', 'email', 'number2', 'personId']
  assert.deepEqual(new Set(told('admin')), new Set([...common, 'notes', 'secret', 'password']))
  assert.deepEqual(new Set(told('editor')), new Set([...common, 'notes', 'password']))
  assert.deepEqual(new Set(told('member')), new Set(common))
})

test('who may read and change a field', () => {
  const { name, email, notes, secret, password } = members.fields
  for (const [field, readers, writers] of [
    [name, 'admin editor member', 'admin editor'],
    [email, 'admin editor member', 'admin editor member'],
    [notes, 'admin editor', 'admin editor'],
    [secret, 'admin', 'admin'],
    [password, '', 'admin editor'],
  ] as const) {
    const roles = ['admin', 'editor', 'member'] as const
    assert.equal(roles.filter((role) => mayReadField(field, role)).join(' '), readers, field.label)
    assert.equal(roles.filter((role) => mayWriteField(field, role)).join(' '), writers, field.label)
  }
})

test('a field is described in full, and in the words of the organisation', () => {
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

test('what a role may not change is read-only to it', () => {
  const readOnly = (role: Role) =>
    Object.values(describeFields(members.fields, club, role))
      .filter((field) => field.readOnly)
      .map((field) => field.name)
  assert.deepEqual(readOnly('admin'), ['personId'])
  assert.deepEqual(readOnly('member'), ['name', 'number', 'kind', 'number2', 'personId'])
})

test('a resource says its path, its words and what the caller may do', () => {
  const described = describeResource(members, club, caller('admin'))
  assert.equal(described.path, 'members')
  assert.deepEqual(described.label, { one: 'Sócio', many: 'Sócios', new: 'Novo sócio', gender: 'm' })
  assert.deepEqual(new Set(Object.values(described.may)), new Set([true]))
  assert.equal(described.actions[0]?.label, 'Suspender sócio')
  assert.equal(described.actions[0]?.fields?.['reason']?.label, 'Motivo')
  assert.deepEqual(described.actions[0]?.when, { name: 'Ana' })
  assert.equal(described.sort, 'name')
  const { label } = describeResource(members, union, caller('admin'))
  assert.deepEqual([label.new, label.gender], ['Nova sócia', 'f'])

  const own = describeResource(members, club, caller('member'))
  assert.deepEqual(own.may, {
    list: true,
    read: true,
    create: false,
    update: true,
    delete: false,
    export: true,
  })
  assert.deepEqual(own.actions, [])
})

test('without words for a new one, they follow the gender', () => {
  const words = (gender: 'm' | 'f') =>
    describeResource(
      { ...members, label: { one: 'Categoria', many: 'Categorias', gender } },
      club,
      caller('admin'),
    ).label.new
  assert.equal(words('f'), 'Nova categoria')
  assert.equal(words('m'), 'Novo categoria')
})

test('settings make fields required or hidden, but never what the program sets', () => {
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
  assert.equal(changed['email']?.hidden, false, 'what is required is shown')
  assert.equal(changed['number']?.hidden, true)
  assert.notEqual(changed['name']?.hidden, true, 'the definition requires it')
  assert.equal(changed['personId']?.required, undefined)
  assert.equal(changed['number2']?.required, undefined)
})

test('what one type of organisation alone uses is hidden in the other', () => {
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
