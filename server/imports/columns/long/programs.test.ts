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

  test('Paheko: the registrations of one member, whose number a person enters', async () => {
    for (const name of [
      'paheko-inscricoes-socio2.csv',
      'paheko-inscricoes-socio2.ods',
      'paheko-inscricoes-socio2.xlsx',
    ]) {
      const imported = await change(await upload(sample(name), { kind: 'unsettledPayments' }), {
        defaults: { memberNumber: '7202' },
      })
      const found = await rows(imported)
      assert.deepEqual(
        found.map(({ verdict, label }) => [verdict, String(label).replace(/ \(.*/, '')]),
        Array.from({ length: 2 }, () => ['excluded', "Gonçalo Conceição d'Ávila"]),
        `${name}: ${JSON.stringify(found.map(({ reason }) => reason))}`,
      )
      assert.match(String(found[0]!['reason']), /Já está paga/)
    }
  })

  test('Paheko: the full and the grouped journal and the FEC are refused, with what to export instead', async () => {
    for (const name of ['paheko-diario-completo.xlsx', 'paheko-diario-agrupado.ods', 'paheko-fec.txt']) {
      const imported = await upload(sample(name), { kind: 'payments', name })
      assert.deepEqual([imported['state'], imported['total']], ['failed', 0], name)
      assert.match(String(imported['problem']), /[Ee]xporte antes o diário simples/)
    }
  })

  test('Galette: contributions of people named with the family name first; those to be paid are charges', async () => {
    const imported = await upload(sample('galette-contribuicoes-en_US.csv'), { kind: 'payments' })
    assert.deepEqual(
      (await paymentsOf(imported)).map(
        ([verdict, label]) => `${String(verdict)} ${String(label).replace(/ \(.*/, '')}`,
      ),
      [
        'created Rui Silva',
        "excluded Gonçalo Conceição d'Ávila",
        "created Gonçalo Conceição d'Ávila",
        "refused Maria da Luz Sant'Ana",
      ],
      JSON.stringify((await rows(imported)).map(({ reason }) => reason)),
    )
    const debts = await upload(sample('galette-contribuicoes-pt.csv'), { kind: 'unsettledPayments' })
    assert.deepEqual(
      (await rows(debts)).map(({ verdict }) => verdict),
      ['excluded', 'created', 'excluded', 'excluded'],
      JSON.stringify(await rows(debts)),
    )
    await start(debts)
    const { data } = (await admin.get('/unsettled_payments?_limit=-1&_year=2025&_status=open')).body
    assert.deepEqual(
      data.map(({ type, amount, dueDate }) => [type, amount, dueDate]),
      [['quota', 1_000_000, '2025-01-01']],
    )
    await undo(await read(debts))
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

describe('members of other programs', () => {
  /** What each row of a file says, by number. */
  async function inputsOf(name: string, options: object = {}) {
    const content = readFileSync(join(import.meta.dirname, '..', 'samples', name))
    const uploaded = await upload(content, { name })
    const imported = Object.keys(options).length > 0 ? await change(uploaded, options) : uploaded
    const found = await sql<{
      input: Record<string, unknown>
      more: { state?: unknown } | null
      verdict: string
      reason: string
    }>(
      `SELECT input -> 'input' AS input, input -> 'more' AS more, verdict, reason FROM import_rows WHERE import_id = $1 ORDER BY place`,
      [imported._id],
    )
    return new Map(found.toReversed().map((row) => [String(row.input['memberNumber'] ?? ''), row]))
  }
  const pick = (from: Record<string, unknown> | undefined, names: readonly string[]) =>
    names.map((name) => from?.[name] ?? null)
  const goncalo = ['name', 'birthDate', 'admissionDate', 'postalCode', 'city', 'country', 'email']
  const expected = (day: string) => [
    "Gonçalo Conceição d'Ávila",
    '1984-03-05',
    day,
    '4000-039',
    'Porto',
    'PT',
    'goncalo@example.org',
  ]

  for (const name of [
    'paheko-membros.csv',
    'paheko-membros-sem-ocultos.csv',
    'paheko-membros.ods',
    'paheko-membros.xlsx',
  ])
    test(name, async () => {
      const found = await inputsOf(name)
      assert.deepEqual(pick(found.get('2')?.input, goncalo), expected('1999-02-01'))
      if (name.endsWith('.csv')) assert.equal(found.get('2')?.input['address'], 'Rua da Alegria, 12, 3.º Dto')
      assert.deepEqual(pick(found.get('21')?.input, ['country', 'birthDate', 'admissionDate']), [
        'TR',
        '1911-01-01',
        null,
      ])
      assert.equal(found.get('101')?.input['guardianName'], 'Família Encarregada')
      assert.equal(found.has('13'), !name.includes('sem-ocultos'))
    })

  test('the former members of Paheko need a state and a day, which are theirs alone', async () => {
    assert.match(
      String((await inputsOf('paheko-membros.csv')).get('13')?.reason),
      /antigo membro: dê um valor ao estado/,
    )
    const list = [
      { name: 'categoryId', text: 'Anciens membres', to: 'Efetivo' },
      { name: 'categoryId', text: 'Sócios efetivos', to: 'Efetivo' },
    ]
    const defaults = { currentStateId: 'Exonerado', endDate: '31/12/2023' }
    const found = await inputsOf('paheko-membros.csv', { replacements: { list }, defaults })
    const state = (number: string) => (found.get(number)?.more?.state ?? {}) as Record<string, unknown>
    assert.equal(found.get('13')?.verdict, 'created', String(found.get('13')?.reason))
    assert.equal(state('13')['endDate'], '2023-12-31')
    assert.equal(found.get('2')?.verdict, 'created', String(found.get('2')?.reason))
    assert.deepEqual([state('2')['endDate'], state('2')['currentStateId']], [null, null])
  })

  for (const name of ['admidio-tudo.csv', 'admidio-tudo-ymd.csv', 'admidio-tudo.ods', 'admidio-tudo.xlsx'])
    test(name, async () => {
      const found = await inputsOf(name)
      assert.deepEqual(pick(found.get('2')?.input, goncalo), expected('1999-02-01'))
      assert.deepEqual(pick(found.get('2')?.input, ['mobile', 'gender']), ['+351 912 345 678', 'male'])
      assert.deepEqual(pick(found.get('5')?.input, ['name', 'nif']), [
        'Padaria Três Irmãos, Lda.',
        '501234560',
      ])
      assert.deepEqual(pick(found.get('8')?.input, ['country', 'gender', 'postalCode']), [
        'ES',
        'other',
        '06001',
      ])
      assert.deepEqual(pick(found.get('21')?.input, ['name', 'country', 'birthDate']), [
        'Beatriz Çelik',
        'TR',
        '1911-01-01',
      ])
      assert.equal((found.get('2')?.more?.state as Record<string, unknown> | undefined)?.['endDate'], null)
    })

  for (const name of ['galette-membros-en_US.csv', 'galette-membros-pt.csv'])
    test(name, async () => {
      const found = await inputsOf(name)
      assert.deepEqual(pick(found.get('2')?.input, goncalo), expected('1999-02-01'))
      assert.equal(found.get('2')?.input['address'], 'Rua da Alegria, 12, 3.º Dto')
      assert.equal(found.get('34')?.input['gender'], undefined)
      assert.match(
        String(found.get('3')?.reason ?? found.get('003')?.reason),
        /Está isento: dê um valor a «Isenção até»/,
      )
      const company = [...found.values()].find(({ input }) => input['kind'] === 'legal')
      assert.deepEqual(pick(company?.input, ['name', 'representativeName']), [
        'Padaria Três Irmãos, Lda.',
        'Rui Silva',
      ])
      // Those who are not active are asked about; those who are begin as all new members.
      const former = [...found.values()].find(({ input }) => input['name'] === 'António Já Saiu')
      assert.match(String(former?.reason), /Não há «No» em «Estado/)
      assert.doesNotMatch(String(found.get('2')?.reason), /Estado/)
    })

  for (const name of [
    'dolibarr-socios-pt_PT.csv',
    'dolibarr-socios-pt_PT-strict-utf8.csv',
    'dolibarr-socios-pt_PT.xlsx',
    'dolibarr-socios-en_US.csv',
  ])
    test(name, async () => {
      const found = await inputsOf(name)
      assert.deepEqual(pick(found.get('1')?.input, goncalo), expected('1999-02-02'))
      // A line break is a space in the workbook.
      const address = name.endsWith('xlsx') ? 'Rua da Alegria, 12 3.º Dto' : 'Rua da Alegria, 12, 3.º Dto'
      assert.equal(found.get('1')?.input['address'], address)
      assert.deepEqual(pick(found.get('3')?.input, ['name', 'kind', 'representativeName', 'admissionDate']), [
        'Padaria Três Irmãos, Lda.',
        'legal',
        'Rui Silva',
        '2010-01-10',
      ])
      assert.deepEqual(pick(found.get('2')?.input, ['name', 'phone', 'gender']), [
        "Maria da Luz Sant'Ana",
        '259000000',
        'female',
      ])
      assert.equal(found.get('5')?.verdict, 'excluded')
      assert.match(String(found.get('5')?.reason), /rascunho/)
      assert.match(String(found.get('4')?.reason), /Não há «0» em «Estado/)
      assert.match(String(found.get('6')?.reason), /Não há «-2» em «Estado/)
      assert.equal(found.get('6')?.input['country'], 'TR')
      assert.doesNotMatch(String(found.get('1')?.reason), /em «Estado/)
    })

  test('countries by their names in French, German, English and Spanish; unknown days are none', async () => {
    const lines = [
      ['N.º', 'Nome', 'País', 'Nascimento'],
      ...['Espagne', 'Deutschland', 'Germany', 'Alemania', 'Turquia', 'Allemagne'].map((country, index) => [
        String(7301 + index),
        `Pessoa ${country}`,
        country,
        '1901-01-01',
      ]),
    ]
    const imported = await upload(csv(lines, ';'))
    const found = await sql<{ input: Record<string, unknown> }>(
      `SELECT input -> 'input' AS input FROM import_rows WHERE import_id = $1 ORDER BY place`,
      [imported._id],
    )
    assert.deepEqual(
      found.map(({ input }) => [input['country'], input['birthDate'] ?? null]),
      ['ES', 'DE', 'DE', 'DE', 'TR', 'DE'].map((code) => [code, null]),
    )
  })
})
