import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { terminologyOf } from '@agremia/resources/terminology.ts'
import type { ImportKind } from '@agremia/resources/definitions/imports.ts'
import { kindsOfImport } from '../kinds/kinds.ts'
import { openTable } from '../read/open-table.ts'
import { describeColumns, findHeader, findMapping, unreadableProblem } from './find-columns.ts'

const samples = join(import.meta.dirname, 'samples')
const folder = mkdtempSync(join(tmpdir(), 'agremia-columns-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const targetsOf = (kind: ImportKind) =>
  kindsOfImport[kind].targets(terminologyOf('club', { name: 'Clube' }), '2026-11-28')
const decoder = { run: () => assert.fail('nothing is decoded') }

/** The columns of a file and what they have. */
async function columnsOf(name: string, kind: ImportKind) {
  const targets = targetsOf(kind)
  const table = await openTable(decoder, join(samples, name), join(folder, name), { sheet: 0 })
  const rows = await Array.fromAsync(table.rows())
  await table.close()
  const headerRow = findHeader(rows, targets)
  assert.equal(headerRow, 1)
  const columns = describeColumns(rows, headerRow)
  const { mapping } = findMapping(columns, rows, { targets, headerRow })
  return { columns, mapping, problem: unreadableProblem(columns) }
}

/** Names of targets, each with the title of its column. */
async function mappingOf(name: string, kind: ImportKind): Promise<Record<string, string>> {
  const { columns, mapping, problem } = await columnsOf(name, kind)
  assert.equal(problem, undefined)
  return Object.fromEntries(
    Object.entries(mapping).map(([index, target]) => [target, columns[Number(index)]?.name ?? '']),
  )
}

/** Of files that have no members. */
const kinds: Record<string, ImportKind> = {
  'paheko-diario': 'payments',
  'paheko-atividade': 'unsettledPayments',
  'paheko-tarifa': 'unsettledPayments',
  'paheko-inscricoes': 'unsettledPayments',
  'galette-contribuicoes': 'payments',
}

/** Expected titles by target, for each program. */
const expected = {
  'paheko-diario': {
    reference: "Numéro d'écriture",
    entryType: 'Type',
    date: 'Date',
    method: 'Compte de débit',
    amount: 'Montant',
    memberName: 'Membres associés',
  },
  'paheko-atividade': {
    memberNumber: 'Numéro de membre',
    memberName: 'Membre',
    description: 'Activité',
    isPaid: 'Payé ?',
    dueDate: "Date d'expiration",
  },
  'paheko-tarifa': {
    memberNumber: 'Numéro de membre',
    description: 'Activité',
    alreadyPaid: 'Montant payé',
  },
  'paheko-inscricoes': {
    description: 'Activité',
    isPaid: 'Payé',
    dueDate: "Date d'expiration",
    amount: 'Reste à régler',
  },
  'galette-contribuicoes': {
    contributionType: 'Contribution type',
    reference: 'Contribution id',
    memberName: 'Contributor',
    amount: 'Amount',
    method: 'Payment type',
    date: 'Date',
  },
  paheko: {
    memberNumber: 'Numéro de membre',
    name: 'Nom & prénom',
    email: 'Adresse E-Mail',
    address: 'Adresse postale',
    city: 'Ville',
    country: 'Pays',
    birthDate: 'Date de naissance complète',
    admissionDate: "Date d'inscription",
    guardianName: 'Rattaché à',
    categoryId: 'Catégorie',
    nif: 'NIF',
  },
  admidio: {
    memberNumber: 'N.º de sócio',
    name: 'Primeiro nome',
    familyName: 'Sobrenome',
    gender: 'Gênero',
    birthDate: 'Data de nascimento',
    address: 'Rua',
    postalCode: 'Código postal',
    phone: 'Telefone',
    mobile: 'Móvel',
    admissionDate: 'Início',
    endDate: 'Fim',
    nif: 'NIF',
  },
  galette: {
    memberNumber: 'Member number',
    name: 'First name',
    familyName: 'Name',
    gender: 'Gender',
    birthDate: 'Birth date',
    mobile: 'Mobile phone',
    admissionDate: 'Creation date',
    notes: 'Other information (admin)',
    categoryId: 'Status',
    companyName: 'Company',
    currentStateId: 'Account',
    isExempt: 'Freed of dues',
  },
  'dolibarr-socios-pt': {
    memberNumber: 'Member Ref',
    name: 'Primeiro Nome',
    familyName: 'Apelidos',
    gender: 'Género',
    birthDate: 'Aniversario',
    address: 'Direcção',
    country: 'Código país',
    mobile: 'Telemovel',
    phone: 'Telefone comercial',
    otherPhone: 'Telef. particular',
    kind: 'Nature of the member',
    companyName: 'Empresa',
    currentStateId: 'Estado',
    createdOn: 'Data de Criação',
    admissionDate: 'Data de Validação',
    categoryId: 'Etiqueta tipo de membro',
    nif: 'NIF',
  },
  'dolibarr-socios-en': {
    memberNumber: 'Member Ref',
    name: 'First name',
    familyName: 'Last name',
    birthDate: 'Birthday',
    country: 'Country code',
    kind: 'Nature of the member',
    companyName: 'Company',
    currentStateId: 'Status',
    createdOn: 'Creation date',
    admissionDate: 'Validation date',
    categoryId: 'Member type label',
  },
}

const isUnreadable = (name: string) => /^paheko-(fec|diario-(agrupado|completo))/.test(name)

for (const name of readdirSync(samples).filter(isUnreadable))
  test(`${name} is refused, with what to export instead`, async () => {
    for (const kind of ['payments', 'transactions', 'members'] as const)
      assert.match(
        String((await columnsOf(name, kind)).problem),
        /duas linhas.*[Ee]xporte antes o diário simples/,
      )
  })

test('titles as LibreOffice writes them of a table of dBase are read without types and lengths', () => {
  const targets = targetsOf('members')
  const rows = [
    { place: 1, cells: ['NUMERO,N,6,0', 'NOME,C,40', 'CIDADE,X,Y', 'NASCIMENTO,D'] },
    { place: 2, cells: ['12', 'Inês Brandão', 'a', '1978-04-02'] },
  ]
  assert.equal(findHeader(rows, targets), 1)
  const { mapping } = findMapping(describeColumns(rows, 1), rows, { targets, headerRow: 1 })
  assert.deepEqual(mapping, { '0': 'memberNumber', '1': 'name', '3': 'birthDate' })
})

test('the contributions of Galette that are to be paid are charges', async () => {
  const found = await mappingOf('galette-contribuicoes-pt.csv', 'unsettledPayments')
  assert.deepEqual(found, {
    memberName: 'Contributor',
    contributionType: 'Contribution type',
    amount: 'Amount',
    dueDate: 'Start date of membership / Date of contribution',
  })
})

for (const name of readdirSync(samples).filter((one) => !isUnreadable(one)))
  test(`the columns of ${name}`, async () => {
    const kind = Object.entries(kinds).find(([start]) => name.startsWith(start))?.[1] ?? 'members'
    const [, wanted] = Object.entries(expected).find(([program]) => name.startsWith(program)) ?? []
    const found = await mappingOf(name, kind)
    const titles = Object.fromEntries(Object.keys(wanted ?? {}).map((target) => [target, found[target]]))
    assert.deepEqual(titles, wanted)
  })
