import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import type { TestRecord } from '../../../testing/caller.ts'
import { testApp } from '../../../testing/test-app.ts'
import { importTools } from '../../testing.ts'

const app = await testApp()
const { as, make, sql } = app
const admin = await as('admin')
const { upload, change, start, undo, rows, read } = await importTools(app, admin)
/** The titles and a row, with a category, which these programs do not have. */
const csv = (lines: readonly (readonly string[])[], separator = ',') =>
  lines
    .map((cells, index) =>
      [...cells, index === 0 ? 'Categoria' : 'Efetivo'].map((cell) => `"${cell}"`).join(separator),
    )
    .join('\r\n')

/** The fields of the only member of a file. */
async function importedFrom(
  lines: readonly (readonly string[])[],
  fields: readonly string[],
): Promise<unknown[]> {
  const checked = await upload(csv(lines))
  const [row] = await rows(checked)
  assert.equal(checked['created'], 1, JSON.stringify(row))
  await start(checked)
  const [written] = await rows(checked)
  const { data } = (await admin.get(`/members/${String(written?.['recordId'])}`)).body
  await undo(await read(checked))
  return fields.map((field) => data[field])
}

describe('lists of other programs are recognised by their titles', () => {
  test('Paheko', async () => {
    const lines = [
      [
        'Numéro de membre',
        'Nom & prénom',
        'Adresse E-Mail',
        'Adresse postale',
        'Code postal',
        'Ville',
        'Numéro de téléphone',
        "Date d'inscription",
      ],
      ['7101', 'Ana Silva', 'ana@exemplo.pt', 'Rua A, 1', '4050-262', 'Porto', '912345678', '21/02/2019'],
    ]
    assert.deepEqual(
      await importedFrom(lines, [
        'memberNumber',
        'name',
        'email',
        'address',
        'postalCode',
        'city',
        'mobile',
        'admissionDate',
      ]),
      [7101, 'Ana Silva', 'ana@exemplo.pt', 'Rua A, 1', '4050-262', 'Porto', '+351912345678', '2019-02-21'],
    )
  })

  test('Galette, in English and in French', async () => {
    const titles = {
      english: [
        'Member number:',
        'Name:',
        'First name:',
        'Gender:',
        'Birth date:',
        'Zip Code:',
        'City:',
        'Mobile phone:',
        'E-Mail:',
        'Creation date:',
      ],
      french: [
        'Member number:',
        'Nom :',
        'Prénom :',
        'Genre :',
        'Date de naissance :',
        'Code postal :',
        'Ville :',
        'GSM :',
        'Courriel :',
        'Date de création :',
      ],
    }
    for (const [language, head] of Object.entries(titles)) {
      const gender = language === 'french' ? 'Femme' : 'Woman'
      const cells = [
        '7102',
        'Matos',
        'Rita',
        gender,
        '1980-05-20',
        '4050-262',
        'Porto',
        '912345679',
        'rita@exemplo.pt',
        '2018-03-04',
      ]
      assert.deepEqual(
        await importedFrom(
          [head, cells],
          ['memberNumber', 'name', 'gender', 'birthDate', 'postalCode', 'mobile', 'admissionDate'],
        ),
        [7102, 'Rita Matos', 'female', '1980-05-20', '4050-262', '+351912345679', '2018-03-04'],
        language,
      )
    }
  })

  test('Admidio, in Portuguese, English and German; its day that never comes is none', async () => {
    const portuguese = [
      'Sobrenome',
      'Primeiro nome',
      'Rua',
      'Código postal',
      'Cidade',
      'Data de nascimento',
      'Móvel',
      'E-mail',
      'Início',
      'Fim',
      'País',
    ]
    const english = [
      'Surname',
      'First name',
      'Street',
      'Postcode',
      'City',
      'Birthday',
      'Mobile',
      'E-mail',
      'Start',
    ]
    const german = ['Nachname', 'Vorname', 'Straße', 'PLZ', 'Ort', 'Geburtstag', 'Handy', 'E-Mail', 'Beginn']
    for (const head of [portuguese, english, german]) {
      const cells = [
        'Rocha',
        'Ivo',
        'Rua B, 2',
        '1100-420',
        'Lisboa',
        '02.03.1975',
        '913456789',
        'ivo@exemplo.pt',
        '05.06.2017',
        ...(head === portuguese ? ['31.12.9999', 'Espanha'] : []),
      ]
      assert.deepEqual(
        await importedFrom(
          [head, cells],
          ['name', 'address', 'postalCode', 'city', 'birthDate', 'mobile', 'admissionDate', 'endDate'],
        ),
        ['Ivo Rocha', 'Rua B, 2', '1100-420', 'Lisboa', '1975-03-02', '+351913456789', '2017-06-05', null],
      )
    }
  })
})

describe('fees and payments of other programs', () => {
  const sample = (name: string) => readFileSync(join(import.meta.dirname, '..', 'samples', name))
  const paymentsOf = async (imported: TestRecord) =>
    (await rows(imported)).map(({ verdict, label }) => [verdict, label])

  before(async () => {
    for (const [memberNumber, name] of [
      [7202, "Gonçalo Conceição d'Ávila"],
      [7203, "Maria da Luz Sant'Ana"],
      [7205, 'Padaria Três Irmãos, Lda.'],
      [7208, 'João Núñez'],
      [7221, 'Beatriz Çelik'],
      [7230, 'Rui Silva'],
    ] as const)
      await make.member({ memberNumber, name, nif: null })
  })

  test('Paheko: unpaid registrations of an activity are charged with the price that a person enters', async () => {
    const activity = sample('paheko-atividade-2026.csv')
      .toString('utf8')
      .replaceAll(/"(\d{1,2})",(?="[A-Z])/g, (_, number: string) => `"${7200 + Number(number)}",`)
    const imported = await upload(activity, { kind: 'unsettledPayments', name: 'Quota.csv' })
    const priced = await change(imported, { defaults: { amount: '30' } })
    assert.deepEqual(
      [priced['created'], priced['excluded'], priced['refused'], priced['doubtful']],
      [3, 2, 0, 0],
      JSON.stringify(await rows(priced)),
    )
    await start(priced)
    const { data } = (await admin.get('/unsettled_payments?_limit=-1')).body
    assert.deepEqual(
      data.map(({ type, year, amount, dueDate }) => [type, year, amount, dueDate]),
      Array.from({ length: 3 }, () => ['quota', 2026, 30, '2026-12-31']),
    )
    await undo(await read(priced))
    const unpaid = sample('paheko-tarifa-efetivo-porpagar.csv')
      .toString('utf8')
      .replaceAll(/"(\d{1,2})",(?="[A-Z])/g, (_, number: string) => `"${7200 + Number(number)}",`)
    const fees = await change(await upload(unpaid, { kind: 'unsettledPayments' }), {
      defaults: { amount: '30' },
    })
    const stored = await sql<{ amount: string }>(
      `SELECT input -> 'input' ->> 'amount' AS amount FROM import_rows WHERE import_id = $1 ORDER BY place`,
      [fees._id],
    )
    assert.deepEqual(
      stored.map(({ amount }) => Number(amount)),
      [30, 20, 30],
    )
  })

  test('Paheko: income of the journal with its member, whose account says the method', async () => {
    const journal = await upload(sample('paheko-diario-simples.csv'), { kind: 'payments' })
    assert.deepEqual(
      (journal['unknownValues'] as unknown as { name: string; values: unknown }[]).map(({ name, values }) => [
        name,
        values,
      ]),
      [['method', [{ text: '530', count: 4 }]]],
    )
    const list = [{ name: 'method', text: '530', to: 'Numerário' }]
    const answered = await change(journal, { replacements: { list } })
    assert.deepEqual(
      (await paymentsOf(answered)).map(([verdict]) => verdict),
      ['created', 'created', 'created', 'excluded', 'refused', 'excluded'],
    )
    await start(answered)
    const { data } = (await admin.get('/payments?_limit=-1&_sort=reference')).body
    assert.deepEqual(
      data.map(({ reference, amount, method }) => [reference, amount, method]),
      [
        ['1', 30, 'cash'],
        ['2', 1234.56, 'cash'],
        ['3', 10, 'cash'],
      ],
    )
    const again = await upload(sample('paheko-diario-simples.csv'), { kind: 'payments' })
    assert.deepEqual([again['unchanged'], again['created']], [3, 0])
    await undo(await read(answered))
  })

  test('Galette: contributions of people named with the family name first', async () => {
    const imported = await upload(sample('galette-contribuicoes-en_US.csv'), { kind: 'payments' })
    assert.deepEqual(
      (await paymentsOf(imported)).map(
        ([verdict, label]) => `${String(verdict)} ${String(label).replace(/ \(.*/, '')}`,
      ),
      [
        'created Rui Silva',
        "created Gonçalo Conceição d'Ávila",
        "created Gonçalo Conceição d'Ávila",
        "refused Maria da Luz Sant'Ana",
      ],
      JSON.stringify((await rows(imported)).map(({ reason }) => reason)),
    )
  })

  test('Dolibarr: a member with two fees enters once, and the fees are payments of the same file', async () => {
    const file = sample('dolibarr-socios-pt_PT-strict-utf8.csv')
    const members = await upload(file)
    const found = (await rows(members)).map(({ verdict, reason }) => [verdict, reason])
    assert.deepEqual(
      found[1],
      ['unchanged', 'Traz o mesmo que a linha 2 do ficheiro.'],
      JSON.stringify(found),
    )
    const fees = await change(
      await upload(file.toString('utf8').replaceAll(/^(\d);(\d);/gm, '$1;720$2;'), { kind: 'payments' }),
      { defaults: { method: 'Transferência' } },
    )
    const texts = await sql<{ number: string; amount: string }>(
      `SELECT cells[2] AS number, input -> 'input' ->> 'amount' AS amount FROM import_rows
       WHERE import_id = $1 AND verdict <> 'excluded' ORDER BY place LIMIT 2`,
      [fees._id],
    )
    assert.deepEqual(
      texts.map(({ amount }) => Number(amount)),
      [25, 30],
      JSON.stringify(await rows(fees)),
    )
    assert.equal(
      (await rows(fees)).filter(({ reason }) => /Não tem pagamento/.test(String(reason))).length,
      3,
    )
  })
})

describe('cells of members', () => {
  test('a third telephone goes to the notes, once, after those that there are', async () => {
    const list = (phones: string) =>
      csv(
        [
          ['N.º', 'Nome', 'Telefone', 'Admissão'],
          ['7105', 'Olga Reis', phones, '21/02/2019'],
        ],
        ';',
      )
    const first = await upload(list('912345671 / 213456789 / 934567890 / 962345678'))
    await start(first)
    const [row] = await rows(first)
    const path = `/members/${String(row?.['recordId'])}`
    const member = async () => {
      const { mobile, phone, notes } = (await admin.get(path)).body.data
      return [mobile, phone, notes]
    }
    const expected = ['+351912345671', '+351213456789', 'Outros telefones: 934567890, 962345678']
    assert.deepEqual(await member(), expected)
    const again = await upload(list('912345671 / 213456789 / 934567890 / 962345678'))
    assert.equal(again['unchanged'], 1, JSON.stringify(await rows(again)))
    await undo(await read(first))
  })

  test('a postal code of four digits is accepted with a warning, and other wrong ones are refused', async () => {
    const list = (code: string) =>
      csv(
        [
          ['N.º', 'Nome', 'Código postal', 'Admissão'],
          ['7106', 'Rui Sá', code, '21/02/2019'],
        ],
        ';',
      )
    const old = await upload(list('1000 Lisboa'))
    assert.equal(old['created'], 1)
    const [noted] = await rows(old)
    assert.match(JSON.stringify(noted?.['notes']), /só com 4 algarismos/)
    await start(old)
    const { postalCode, city, _id } = (
      await admin.get(`/members/${String((await rows(old))[0]?.['recordId'])}`)
    ).body.data
    assert.deepEqual([postalCode, city], ['1000', 'Lisboa'])
    assert.equal((await admin.patch(`/members/${_id}`, { section: 'Norte' })).status, 200)
    assert.equal((await admin.patch(`/members/${_id}`, { postalCode: '1100' })).status, 422)
    const wrong = await upload(list('0050').replace('7106', '7107'))
    assert.equal(wrong['refused'], 1)
    assert.match(JSON.stringify((await rows(wrong))[0]?.['problems']), /1234-567/)
  })
})
