import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { TestRecord } from '../testing/caller.ts'
import { nifOf, succeeded } from '../testing/make.ts'
import { testApp } from '../testing/test-app.ts'
import { importTools, workbookParts, zipOf } from './testing.ts'

const app = await testApp()
const { as, make, sql, today } = app
const admin = await as('admin')
const tools = await importTools(app, admin)
const { upload, change, start, undo, rows, correct, send } = tools
const day = await today()
const thisYear = Number(day.slice(0, 4))

let used = 700
const nif = () => nifOf(++used)
const memberOf = async (number: number): Promise<TestRecord> => {
  const { data } = (await admin.get(`/members?_memberNumber=${number}`)).body
  assert.equal(data.length, 1, `n.º ${number}`)
  return succeeded(await admin.get(`/members/${data[0]!._id}`))
}
const countsOf = ({ created, changed, unchanged, refused, state }: TestRecord) => ({
  created,
  changed,
  unchanged,
  refused,
  state,
})

before(async () => {
  await sql(
    `UPDATE member_state_names SET needs_reason = true, sends_message = true WHERE name = 'Exonerado'`,
  )
})

describe('members', () => {
  const nifs = [nif(), nif(), nif()]
  const list = [
    'Associação dos Amigos;;;;;;;',
    'Lista de sócios;;;;;;;',
    'N.º;Nome;Apelido;Contribuinte;Data de nascimento;Telefones;Código Postal;Data de Admissão;Categoria;Situação;Coluna',
    `2001;Ana;Conceição;${nifs[0]};3 de maio de 1970;912345678 / 212345678;4050-262 Porto;2001-02-03;Efetivo;Ativo;x`,
    `2002;Rui Sá;;${nifs[1]};5-jul-85;;1000-001;01/02/1999;Efetivo;Exonerado;y`,
    `;Eva Rosa;;${nifs[2]};31244;96 123 45 67;;1.2.2010;Efetivo;;z`,
    `2004;Sem Categoria;;;;;;01/01/2000;Qualquer;;`,
  ].join('\r\n')
  let imported: TestRecord

  test('a list of an office is understood: titles, encoding, columns, and why rows are refused', async () => {
    imported = await upload(Buffer.from(list, 'latin1'), { name: 'sócios 2020.csv' })
    assert.deepEqual(countsOf(imported), { created: 2, changed: 0, unchanged: 0, refused: 2, state: 'ready' })
    assert.equal(imported['encoding'], 'windows-1252')
    assert.equal(imported['headerRow'], 3)
    assert.deepEqual(Object.values(imported['mapping'] as object), [
      'memberNumber',
      'name',
      'familyName',
      'nif',
      'birthDate',
      'mobile',
      'postalCode',
      'admissionDate',
      'categoryId',
      'currentStateId',
    ])
    const [, exit, , last] = await rows(imported)
    assert.match(String(last!['reason']), /Não há «Qualquer» em «Categoria»/)
    assert.match(String(exit!['reason']), /Data de saída: Já saiu/)
  })

  test('a corrected cell is checked at once', async () => {
    const [, , , last] = await rows(imported)
    const fixed = await correct(last!, { corrections: { 8: 'efetivo' } })
    assert.deepEqual([fixed['verdict'], fixed['problems']], ['created', null])
    await correct(last!, { isExcluded: true })
    assert.deepEqual((await rows(imported, '&_verdict=excluded')).length, 1)
  })

  test('nothing is written before it is started; then numbers, phones, towns and states are there', async () => {
    assert.deepEqual((await admin.get('/members?_memberNumber=2001')).body.data, [])
    const done = await start(imported)
    assert.deepEqual([done['state'], done['problem']], ['done', null])
    const ana = await memberOf(2001)
    assert.equal(ana['name'], 'Ana Conceição')
    assert.deepEqual([ana['mobile'], ana['phone']], ['+351912345678', '+351212345678'])
    assert.deepEqual([ana['postalCode'], ana['city'], ana['birthDate']], ['4050-262', 'Porto', '1970-05-03'])
    assert.equal(ana['stateSince'], '2001-02-03')
  })

  test('the same list again changes nothing; other values are changes, field by field, and empty cells keep theirs', async () => {
    assert.deepEqual(countsOf(await upload(list)), {
      created: 0,
      changed: 0,
      unchanged: 2,
      refused: 2,
      state: 'ready',
    })
    const ana = await memberOf(2001)
    const again = await upload(
      `N.º;Nome;Profissão;Telemóvel;Morada\n2001;Ana Conceição;Médica;;Rua Nova, 1\n`,
    )
    assert.deepEqual(countsOf(again), { created: 0, changed: 1, unchanged: 0, refused: 0, state: 'ready' })
    const [row] = await rows(again)
    assert.deepEqual(row!['changes'], {
      list: [
        { name: 'profession', label: 'Profissão', from: null, to: 'Médica' },
        { name: 'address', label: 'Morada', from: null, to: 'Rua Nova, 1' },
      ],
    })
    const done = await start(again)
    assert.equal(done['done'], 1)
    const changed = await memberOf(2001)
    assert.deepEqual([changed['profession'], changed['mobile']], ['Médica', ana['mobile']])
    // Somebody changes a field afterwards: undoing leaves that one.
    succeeded(await admin.patch(`/members/${ana._id}`, { address: 'Rua Velha, 2' }))
    const undone = await undo(done)
    assert.deepEqual([undone['state'], undone['kept']], ['undone', 1])
    const [kept] = await rows(undone)
    assert.deepEqual([kept!['outcome'], kept!['reason']], ['kept', 'Mudou entretanto: Morada.'])
    const left = await memberOf(2001)
    assert.deepEqual([left['profession'], left['address']], [null, 'Rua Velha, 2'])
  })

  test('undoing removes who came in, with their person, and keeps who is used since; then the list can come again', async () => {
    const two = [nif(), nif()]
    const text = `N.º;Nome;NIF;Categoria;Admissão\n2101;Um Novo;${two[0]};Efetivo;2001-01-01\n2102;Dois Novo;${two[1]};Efetivo;2001-01-01\n`
    const done = await start(await upload(text))
    const kept = await memberOf(2102)
    succeeded(await admin.post('/payments', { memberId: kept._id, date: day, amount: 5, method: 'cash' }))
    const undone = await undo(done)
    assert.deepEqual([undone['state'], undone['done'], undone['kept']], ['undone', 1, 1])
    assert.deepEqual((await admin.get('/members?_memberNumber=2101')).body.data, [])
    assert.deepEqual(await sql('SELECT FROM people WHERE nif = $1', [two[0]]), [])
    assert.equal((await memberOf(2102))['name'], 'Dois Novo')
    assert.deepEqual(countsOf(await upload(text)), {
      created: 1,
      changed: 0,
      unchanged: 1,
      refused: 0,
      state: 'ready',
    })
  })

  test('opening debts: years, amounts, a column for each year, credit', async () => {
    const [category] = await sql<{ id: string; plan: string }>(
      `SELECT c.id, c.quota_plan_id AS plan FROM member_categories c WHERE c.name = 'Efetivo'`,
    )
    await sql(
      `INSERT INTO quota_prices (id, quota_plan_id, category_id, amount, joia, valid_from) VALUES (new_id(), $1, NULL, 2400, 0, '2015-01-01')`,
      [category!.plan],
    )
    const [a, b, c] = [thisYear - 1, thisYear - 2, thisYear - 3]
    const text = [
      `N.º;Nome;Categoria;Admissão;Deve;Quota ${c};Crédito`,
      `2201;Deve Anos;Efetivo;2001-01-01;deve ${b} e ${a};pago;`,
      `2202;Deve Valor;Efetivo;2001-01-01;1.000,50 €;;`,
      `2203;Deve Coluna;Efetivo;2001-01-01;;12,50;`,
      `2204;Tem Crédito;Efetivo;2001-01-01;não;x;30`,
      `2205;Deve Muito;Efetivo;2001-01-01;1998;;`,
      `2206;Confuso;Efetivo;2001-01-01;há uns anos;;`,
    ].join('\n')
    const imported = await upload(text)
    assert.deepEqual(countsOf(imported), { created: 4, changed: 0, unchanged: 0, refused: 2, state: 'ready' })
    const found = await rows(imported)
    assert.match(String(found[4]!['reason']), /Não há preço para 1998/)
    assert.match(String(found[5]!['reason']), /Não se percebem os anos/)
    const done = await start(imported)
    const owed = async (number: number) => {
      const { _id } = await memberOf(number)
      const { data } = (await admin.get(`/members/${_id}/unsettled_payments?_sort=dueDate`)).body
      return data.map(({ type, year, amount, origin }) => [type, year, amount, origin])
    }
    assert.deepEqual(await owed(2201), [
      ['quota', b, 24, 'import'],
      ['quota', a, 24, 'import'],
    ])
    assert.deepEqual(await owed(2202), [['other', thisYear, 1000.5, 'import']])
    assert.deepEqual(await owed(2203), [['quota', c, 12.5, 'import']])
    assert.equal((await memberOf(2204))['credit'], 30)
    assert.deepEqual(await sql(`SELECT FROM messages`), [])
    const undone = await undo(done)
    assert.deepEqual([undone['done'], undone['kept']], [3, 1])
    assert.deepEqual(await sql(`SELECT FROM unsettled_payments WHERE origin = 'import'`), [])
    assert.equal((await memberOf(2204))['credit'], 0)
  })

  test('rows of the same person are refused, until one of them is left out', async () => {
    const same = nif()
    const imported = await upload(
      `N.º;Nome;NIF;Categoria;Admissão\n2301;Par Um;${same};Efetivo;2001-01-01\n2302;Par Um;${same};Efetivo;2001-01-01\n`,
    )
    assert.deepEqual(countsOf(imported), { created: 1, changed: 0, unchanged: 0, refused: 1, state: 'ready' })
    const [first, second] = await rows(imported)
    assert.match(String(second!['reason']), /mesma ficha que a linha 2 do ficheiro/)
    await correct(first!, { isExcluded: true })
    assert.deepEqual(
      (await rows(imported)).map(({ verdict }) => verdict),
      ['excluded', 'created'],
    )
    await correct(first!, { isExcluded: false })
    assert.deepEqual(
      (await rows(imported)).map(({ verdict }) => verdict),
      ['created', 'refused'],
    )
  })

  test('ambiguous rows are doubtful: the number of another member, a number and a NIF of two members', async () => {
    const [one, two] = [await make.member({ nif: nif() }), await make.member({ nif: nif() })]
    const imported = await upload(
      [
        'N.º;Nome;NIF;Categoria;Admissão',
        `${String(one['memberNumber'])};Outra Gente;;Efetivo;2001-01-01`,
        `${String(one['memberNumber'])};${String(two['name'])};${String(two['nif'])};Efetivo;2001-01-01`,
      ].join('\n'),
    )
    const [other, both] = await rows(imported)
    assert.match(String(other!['reason']), /já é de .* com outro nome/)
    assert.match(String(both!['reason']), /e o NIF é de/)
    assert.deepEqual([other!['verdict'], both!['verdict']], ['doubtful', 'doubtful'])
  })

  test('a number of somebody with another NIF is a doubt: the row is written as decided, or as another person, or not', async () => {
    const known = await make.member({ name: 'Rita Dúvida Lopes', nif: nif() })
    const number = String(known['memberNumber'])
    const other = nif()
    const imported = await upload(
      `N.º;Nome;NIF;Categoria;Admissão\n${number};Rita Dúvida Lopes;${other};Efetivo;2001-01-01\n2401;Sem Dúvida;;Efetivo;2001-01-01\n`,
    )
    assert.deepEqual([imported['doubtful'], imported['created']], [1, 1])
    assert.deepEqual(imported['doubts'], [
      {
        kind: 'number',
        label: 'Números que são de outra pessoa',
        count: 1,
        text: `O n.º ${number} já é de «Rita Dúvida Lopes» (n.º ${number}), com outro NIF.`,
        suggested: `É «Rita Dúvida Lopes» (n.º ${number}), que fica com outro NIF`,
        other: 'É outra pessoa: ficha nova, com outro número',
      },
    ])
    const [row] = await rows(imported)
    const decide = async (decision: string) =>
      (await correct(row!, { decisions: { number: decision } }))['verdict']
    assert.equal(await decide('suggested'), 'changed')
    assert.equal(await decide('leaveOut'), 'excluded')
    const wrong = await admin.patch(`/import_rows/${row!._id}`, { decisions: { number: 'perhaps' } })
    assert.match(wrong.body.errors!['decisions']![0]!, /Indique o tipo/)
    await correct(row!, { decisions: null })
    // Undecided rows are not written.
    await start(imported)
    assert.deepEqual(
      (await rows(imported)).map(({ verdict, outcome }) => [verdict, outcome]),
      [
        ['doubtful', 'pending'],
        ['created', 'done'],
      ],
    )
    assert.equal((await memberOf(Number(number)))['nif'], known['nif'])
  })

  test('doubts of one kind are decided together; the other reading makes a new record without the number', async () => {
    const known = [await make.member({ nif: nif() }), await make.member({ nif: nif() })]
    const lines = known.map(
      ({ memberNumber }, index) => `${String(memberNumber)};Zeferino Xisto ${index};;Efetivo;2001-01-01`,
    )
    const imported = await upload(['N.º;Nome;NIF;Categoria;Admissão', ...lines].join('\n'))
    assert.equal(imported['doubtful'], 2)
    const decided = await change(imported, { decisions: { number: 'suggested' } })
    assert.deepEqual([decided['doubtful'], decided['created'], decided['doubts']], [0, 2, []])
    await start(decided)
    const { data } = (await admin.get('/members?_search=Zeferino%20Xisto')).body
    assert.equal(data.length, 2)
    for (const { memberNumber, name } of known)
      assert.equal((await memberOf(Number(memberNumber)))['name'], name)
  })

  test('a number beside another given name or another birth date is a doubt, and two swapped numbers are told', async () => {
    const [rui, ana] = [
      await make.member({ name: 'Rui Manuel Silva', birthDate: '1950-01-02' }),
      await make.member({ name: 'Ana Maria Silva', nif: nif() }),
    ]
    const [one, two] = [rui, ana].map(({ memberNumber }) => Number(memberNumber)) as [number, number]
    const head = 'N.º;Nome;NIF;Nascimento;Profissão\n'
    const swapped = await upload(
      `${head}${one};Ana Maria Silva;;;Médica\n${two};Rui Manuel Silva;;;Padeiro\n`,
    )
    const told = `Os números ${Math.min(one, two)} e ${Math.max(one, two)} parecem trocados.`
    assert.equal(swapped['doubtful'], 2)
    for (const row of await rows(swapped))
      assert.ok(String(row['reason']).startsWith(told), String(row['reason']))
    // As suggested, the name counts: each keeps the number.
    const decided = await change(swapped, { decisions: { number: 'suggested' } })
    assert.deepEqual(
      (await rows(decided)).map(({ verdict, recordId, changes }) => [
        verdict,
        recordId,
        (changes as unknown as { list: { name: string }[] }).list.map(({ name }) => name),
      ]),
      [
        ['changed', ana._id, ['profession']],
        ['changed', rui._id, ['profession']],
      ],
    )
    const alone = await upload(`${head}${one};Ana Maria Silva;;;Médica\n`)
    assert.equal(alone['doubtful'], 1)
    assert.doesNotMatch(String((await rows(alone))[0]!['reason']), /trocados/)
    // A payment beside the name of another member is one too.
    const paid = await upload(`N.º;Nome;Data;Valor;Meio\n${one};Ana Silva;01/02/2024;5;Numerário\n`, {
      kind: 'payments',
    })
    assert.equal(paid['doubtful'], 1)
    const verdictOf = async (line: string) => (await rows(await upload(head + line)))[0]!['verdict']
    assert.equal(await verdictOf(`${one};Rui Manuel Silva;;1950-02-03;`), 'doubtful')
    for (const name of [
      'Rui Silva',
      'R. Silva',
      'SILVA Rui',
      'Silva, Rui Manuel',
      'Dr. Rui M. Silva',
      'rui manuel da silva',
    ])
      assert.notEqual(await verdictOf(`${one};${name};;1950-01-02;`), 'doubtful', name)
    // The number and the NIF are those of one member: the name was corrected.
    assert.equal(await verdictOf(`${two};Joana Maria Silva;${String(ana['nif'])};;`), 'changed')
  })

  test('of a family of three with the telephone and the email of one, the two who are known are they and the third is new', async () => {
    const shared = { mobile: '912000777', email: 'familia.prata@exemplo.pt', address: 'Rua da Prata, 7' }
    const father = await make.member({ name: 'João Prata', birthDate: '1970-01-02', ...shared })
    const mother = await make.member({ name: 'Rita Prata', birthDate: '1972-03-04', ...shared })
    const line = (name: string, birthDate: string) =>
      `${name};${birthDate};${shared.mobile};${shared.email};${shared.address};Efetivo;2001-01-01`
    const imported = await upload(
      [
        'Nome;Nascimento;Telemóvel;Email;Morada;Categoria;Admissão',
        line('João Prata', '1970-01-02'),
        line('Rita Prata', '1972-03-04'),
        line('João Prata', '2000-06-05'),
      ].join('\n'),
    )
    assert.deepEqual(
      (await rows(imported)).map(({ recordId }) => recordId),
      [father._id, mother._id, null],
    )
    assert.equal((await rows(imported))[2]!['verdict'], 'created')
  })

  test('a name and birth date with another number, a number and a NIF of two, and a deleted member are doubts', async () => {
    const birthDate = '1961-07-08'
    const [known, two] = [
      await make.member({ name: 'Aurora Doutra Vez', birthDate }),
      await make.member({ nif: nif() }),
    ]
    const gone = await make.member({ name: 'Foi Embora Há Pouco' })
    assert.equal((await admin.delete(`/members/${gone._id}`)).status, 204)
    const number = String(gone['memberNumber'])
    const imported = await upload(
      [
        'N.º;Nome;NIF;Data de nascimento;Categoria;Admissão',
        `2501;Aurora Doutra Vez;;${birthDate};Efetivo;2001-01-01`,
        `${String(known['memberNumber'])};${String(two['name'])};${String(two['nif'])};;Efetivo;2001-01-01`,
        `${number};Foi Embora Há Pouco;;;Efetivo;2001-01-01`,
      ].join('\n'),
    )
    const kinds = async () =>
      (await rows(imported)).map(({ verdict, doubts }) => [
        verdict,
        (doubts as unknown as { list: { kind: string }[] }).list.map(({ kind }) => kind).join(),
      ])
    assert.deepEqual(await kinds(), [
      ['doubtful', 'otherNumber'],
      ['doubtful', 'number'],
      ['doubtful', 'deleted'],
    ])
    await change(imported, { decisions: { otherNumber: 'other', number: 'other', deleted: 'suggested' } })
    assert.deepEqual(
      (await kinds()).map(([verdict]) => verdict),
      ['created', 'changed', 'excluded'],
    )
    const [, , removed] = await rows(imported)
    assert.equal((await correct(removed!, { decisions: { deleted: 'other' } }))['verdict'], 'created')
    const [, row] = await rows(imported)
    assert.equal(row!['recordId'], known._id)
    assert.match(JSON.stringify(row!['changes']), /"name":"name"/)
    assert.doesNotMatch(JSON.stringify(row!['changes']), /"name":"nif"/)
  })

  test('two new rows of one name and mobile may be the same person; with two NIFs they are two', async () => {
    const imported = await upload(
      [
        'N.º;Nome;NIF;Telemóvel;Categoria;Admissão',
        '2601;Gil Parecido;;912000111;Efetivo;2001-01-01',
        '2602;Gil Parecido;;912 000 111;Efetivo;2001-01-01',
        `2603;Zita Parecida;${nif()};912000112;Efetivo;2001-01-01`,
        `2604;Zita Parecida;${nif()};912000112;Efetivo;2001-01-01`,
        '2605;Gil Parecido;;;Efetivo;2001-01-01',
      ].join('\n'),
    )
    const verdicts = async () => (await rows(imported)).map(({ verdict }) => verdict)
    assert.deepEqual(await verdicts(), ['created', 'doubtful', 'created', 'created', 'created'])
    const [, second] = await rows(imported)
    assert.match(String(second!['reason']), /mesma pessoa que a linha 2 do ficheiro: Gil Parecido/)
    await correct(second!, { decisions: { repeated: 'other' } })
    assert.equal((await verdicts())[1], 'created')
    await correct(second!, { decisions: { repeated: 'suggested' } })
    assert.equal((await verdicts())[1], 'excluded')
    await correct(second!, { decisions: null })
    assert.equal((await verdicts())[1], 'doubtful')
    await change(imported, { decisions: { repeated: 'other' } })
    assert.equal((await verdicts())[1], 'created')
  })

  test('a date that reads two ways is a doubt unless another date of the file shows the order', async () => {
    const births = async (...dates: string[]) => {
      const lines = dates.map(
        (date, index) => `${2701 + index};Data Assim ${index};${date};Efetivo;2001-01-01`,
      )
      const imported = await upload(['N.º;Nome;Nascimento;Categoria;Admissão', ...lines].join('\n'))
      const verdicts = (await rows(imported)).map(({ verdict }) => verdict)
      const all = await change(imported, { decisions: { date: 'suggested' } })
      const stored = await sql<{ day: string }>(
        `SELECT input -> 'input' ->> 'birthDate' AS day FROM import_rows WHERE import_id = $1 ORDER BY place`,
        [all._id],
      )
      return { verdicts, days: stored.map(({ day: one }) => one) }
    }
    assert.deepEqual(await births('03/04/1970', '05/05/1970', '3.4.1970'), {
      verdicts: ['doubtful', 'created', 'created'],
      days: ['1970-04-03', '1970-05-05', '1970-04-03'],
    })
    assert.deepEqual((await births('03/04/1970', '31/12/1970')).verdicts, ['created', 'created'])
    assert.deepEqual(await births('03/04/1970', '12/31/1970'), {
      verdicts: ['doubtful', 'created'],
      days: ['1970-03-04', '1970-12-31'],
    })
  })

  test('a value that no list has is asked once: another value, an empty cell, no row, or a new one in the list', async () => {
    const text = [
      'N.º;Nome;Categoria;Cobrador;Admissão',
      '2801;Ilda Um;Anciãos;Zé da Motorizada;2001-01-01',
      '2802;Ilda Dois;anciãos;;2001-01-01',
      '2803;Ilda Três;Moços;;2001-01-01',
      '2804;Ilda Quatro;Ninguém sabe;;2001-01-01',
    ].join('\n')
    const imported = await upload(text)
    assert.equal(imported['refused'], 4)
    const asked = imported['unknownValues'] as unknown as {
      name: string
      mayCreate: boolean
      choices: string[]
      values: { text: string; count: number }[]
    }[]
    assert.deepEqual(
      asked.map(({ name, values }) => [name, values.map(({ text: one, count }) => `${one} ${count}`)]),
      [
        ['categoryId', ['Anciãos 2', 'Moços 1', 'Ninguém sabe 1']],
        ['collectorId', ['Zé da Motorizada 1']],
      ],
    )
    assert.ok(asked[0]!.choices.includes('Efetivo') && asked[0]!.mayCreate)
    const list = [
      { name: 'categoryId', text: 'Anciãos', to: 'Efetivo' },
      { name: 'categoryId', text: 'Moços', to: 'Moços', creates: true },
      { name: 'categoryId', text: 'Ninguém sabe', to: null },
      { name: 'collectorId', text: 'Zé da Motorizada', to: '' },
    ]
    const changed = await change(imported, { replacements: { list } })
    assert.deepEqual([changed['created'], changed['excluded'], changed['unknownValues']], [3, 1, []])
    // A repeated answer creates nothing again.
    await change(changed, { replacements: { list } })
    assert.equal((await sql(`SELECT FROM member_categories WHERE name = 'Moços'`)).length, 1)
    await start(changed)
    assert.equal((await memberOf(2803))['categoryLabel'], 'Moços')
    const later = await upload(text.replaceAll('280', '290').replaceAll('Ilda', 'Olga'))
    assert.deepEqual([later['created'], later['excluded'], later['refused']], [3, 1, 0])
    for (const name of ['nada', 'iban']) {
      const wrong = { replacements: { list: [{ name, text: 'x', to: 'y' }] } }
      assert.equal((await admin.patch(`/imports/${later._id}`, wrong)).status, 422)
    }
  })

  test('the refused rows are a file with their reasons, which is imported again with the same columns', async () => {
    const [one, iban] = [nif(), 'PT50003506510000000004329']
    const text = `N.º;Nome;Coisa;IBAN;NIF;Categoria;Admissão\n3001;Entra Bem;a;;${one};Efetivo;2001-01-01\n3002;Entra Mal;=b;${iban};123456780;Efetivo;2001-01-01\n`
    const file = async (imported: TestRecord, user = admin) => {
      const headers = { authorization: `Bearer ${user.tokens.access}` }
      return app.app.inject({ url: `/api/imports/${imported._id}/refused`, headers })
    }
    const first = await upload(text)
    const mapped = await change(first, {
      mapping: { ...(first['mapping'] as object), 2: 'notes' },
    })
    await start(mapped)
    const { body, headers, statusCode } = await file(mapped)
    assert.deepEqual([statusCode, headers['content-type']], [200, 'text/csv; charset=utf-8'])
    const [titles, row, end] = body.replace('\ufeff', '').split('\r\n')
    assert.equal(titles, 'N.º;Nome;Coisa;IBAN;NIF;Categoria;Admissão;Porque não entrou')
    assert.match(String(row), new RegExp(`^3002;Entra Mal;.*=b;${iban};123456780;.*;"?NIF: .*controlo`))
    assert.equal(end, '')
    const again = await upload(body.replace('123456780', nif()))
    assert.deepEqual(
      [again['created'], again['refused'], (again['mapping'] as Record<string, string>)['2']],
      [1, 0, 'notes'],
    )
    await start(again)
    assert.equal((await memberOf(3002))['notes'], '=b')
    assert.equal((await file(mapped, await as('member'))).statusCode, 403)
  })

  test('the refused rows of a workbook are a workbook, with numbers of any length as they were', async () => {
    const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
    const rowOf = (...cells: string[]) => `<row>${cells.map(cell).join('')}</row>`
    const iban = 'PT50003506510000000004329'
    const sheet = [
      rowOf('N.º', 'Nome', 'IBAN', 'NIF', 'Categoria', 'Admissão', 'Telemóvel'),
      rowOf('3051', 'Entra Já', '', nif(), 'Efetivo', '2001-01-01', '912345678'),
      rowOf('3052', 'Entra Depois', iban, '123456780', 'Efetivo', '2001-01-01', '912345678'),
    ].join('')
    const imported = await upload(await zipOf(workbookParts({ Lista: sheet })))
    assert.deepEqual([imported['created'], imported['refused']], [1, 1])
    await start(imported)
    const { rawPayload, headers, statusCode } = await app.app.inject({
      url: `/api/imports/${imported._id}/refused`,
      headers: { authorization: `Bearer ${admin.tokens.access}` },
    })
    assert.deepEqual([statusCode, String(headers['content-type']).includes('spreadsheetml')], [200, true])
    const again = await upload(rawPayload)
    const [refused, ...others] = await rows(again)
    assert.equal(others.length, 0, 'the row that entered is not in it')
    assert.match(String(refused?.['reason']), /NIF: .*controlo/)
    await correct(refused!, { corrections: { 3: nif() } })
    await start(again)
    const member = await memberOf(3052)
    assert.deepEqual(
      [member['name'], member['iban'], member['mobile']],
      ['Entra Depois', iban, '+351912345678'],
    )
  })

  test('a member in several rows that differ only in other columns enters once; the same row twice is refused', async () => {
    const rowOf = (fee: string) => `3101;Paga Duas;2001-01-01;Efetivo;${fee}`
    const imported = await upload(
      [
        'N.º;Nome;Admissão;Categoria;Coisa',
        rowOf('quota velha'),
        rowOf('quota nova'),
        rowOf('quota velha'),
      ].join('\n'),
    )
    assert.deepEqual(
      (await rows(imported)).map(({ verdict, reason }) => [verdict, String(reason).includes('a linha 2')]),
      [
        ['created', false],
        ['unchanged', true],
        ['refused', true],
      ],
    )
    await start(imported)
    assert.equal((await memberOf(3101))['name'], 'Paga Duas')
  })

  test('of several people with the name and birth date of a row, those with another NIF are others', async () => {
    const twin = { name: 'Gémea de Souto', birthDate: '1980-02-03' }
    for (const given of [nif(), nif()]) await make.member({ ...twin, nif: given })
    const uploadTwin = (rest: string) =>
      upload(
        `N.º;Nome;NIF;Data de nascimento;Categoria;Admissão\n;${twin.name};${rest};1980-02-03;Efetivo;2001-01-01\n`,
      )
    const rowOf = async (rest: string) => (await rows(await uploadTwin(rest)))[0]!
    assert.match(String((await rowOf(''))['reason']), /2 pessoas .* Indique o número ou o NIF/)
    assert.equal((await rowOf(nif()))['verdict'], 'created')
    await make.member(twin)
    assert.equal((await rowOf(nif()))['verdict'], 'changed')
    await make.member(twin)
    assert.match(String((await rowOf(nif()))['reason']), /2 pessoas .* Indique o número de uma/)
  })

  test('defaults complete new records; a mapping that was used is that of the next file', async () => {
    const text = 'Quem;Coisa\nRita Valor;xpto\n'
    const first = await upload(text)
    assert.deepEqual(first['mapping'], {})
    const mapped = await change(first, {
      mapping: { 0: 'name' },
      defaults: { categoryId: 'Efetivo', admissionDate: '1/2/2003' },
    })
    assert.deepEqual(countsOf(mapped), { created: 1, changed: 0, unchanged: 0, refused: 0, state: 'ready' })
    assert.equal(
      (await admin.patch(`/imports/${first._id}`, { mapping: { 0: 'name', 1: 'name' } })).status,
      422,
    )
    assert.equal((await admin.patch(`/imports/${first._id}`, { mapping: { 0: 'nada' } })).status, 422)
    await start(mapped)
    assert.deepEqual((await upload(text.replace('Rita', 'Rosa')))['mapping'], { 0: 'name' })
    assert.equal((await admin.patch(`/imports/${first._id}`, { emptyClears: true })).status, 409)
  })

  test('an empty cell clears what is there when that is chosen', async () => {
    const known = await make.member({ profession: 'Padeiro' })
    const imported = await upload(`N.º;Profissão\n${String(known['memberNumber'])};\n`)
    assert.equal(imported['unchanged'], 1)
    const cleared = await change(imported, { emptyClears: true })
    assert.deepEqual((await rows(cleared))[0]!['changes'], {
      list: [{ name: 'profession', label: 'Profissão', from: 'Padeiro', to: null }],
    })
  })

  test('a dash, a zero, a space and a missing column say nothing; the word «apagar» clears, and not what is required', async () => {
    const known = await make.member({
      profession: 'Padeiro',
      section: 'Norte',
      birthDate: '1970-05-03',
      mobile: '912345678',
    })
    const number = String(known['memberNumber'])
    const uploadCells = (title: string, text: string) => upload(`N.º;${title}\n${number};${text}\n`)
    for (const [title, text] of [
      ['Profissão', '-'],
      ['Profissão', '0'],
      ['Profissão', '" "'],
      ['Nascimento', '0'],
      ['Telemóvel', '0'],
      ['Telemóvel', '-'],
    ] as const)
      assert.equal((await uploadCells(title, text))['unchanged'], 1, `${title}: ${text}`)
    const cleared = await upload(`N.º;Profissão;Núcleo;Telemóvel\n${number};apagar;;Apagar\n`)
    assert.deepEqual(
      (((await rows(cleared))[0]!['changes'] as unknown as { list: object[] }).list ?? []).map((change) => ({
        ...change,
      })),
      [
        { name: 'profession', label: 'Profissão', from: 'Padeiro', to: null },
        { name: 'mobile', label: 'Telemóvel', from: '912 345 678', to: null },
      ],
    )
    await start(cleared)
    const after = await memberOf(Number(number))
    assert.deepEqual([after['profession'], after['section'], after['mobile']], [null, 'Norte', null])
    const required = await uploadCells('Nome', 'apagar')
    assert.match(String((await rows(required))[0]!['reason']), /Nome completo: É obrigatório: não se apaga/)
  })

  test('an empty cell clears the only telephone that has a column', async () => {
    const known = await make.member({ mobile: '912345678', phone: '212345678' })
    for (const [title, name] of [
      ['Telemóvel', 'mobile'],
      ['Telefone fixo', 'phone'],
    ] as const) {
      const imported = await upload(
        `N.º;${title};Nome\n${String(known['memberNumber'])};;${String(known['name'])}\n`,
      )
      assert.equal(imported['unchanged'], 1, title)
      const [row] = await rows(await change(imported, { emptyClears: true }))
      const { list } = row!['changes'] as unknown as { list: { name: string; to: unknown }[] }
      assert.deepEqual(
        list.map((one) => [one.name, one.to]),
        [[name, null]],
      )
    }
  })

  test('lines of an office: impossible days, years of two digits, serial days, IBANs with spaces, cash without IBAN, who left with debts', async () => {
    const birth = 31_244
    const text = [
      'N.º;Nome;NIF;Nascimento;IBAN;Forma de pagamento;Categoria;Admissão;Situação;Data de saída;Quota 2014',
      `3201;Dia Impossível;;;;;Efetivo;31/02/2020;;;`,
      `3202;Ano Curto;;03/04/05;;;Efetivo;31/12/2010;;;`,
      `3204;Dia de Série;;${birth};;;Efetivo;01/01/2010;;;`,
      `3207;Conta Espaçada;;;PT50 0035 0651 0000 0000 0432 9;Débito direto;Efetivo;01/01/2010;;;`,
      `3210;Paga Dinheiro;;;;Numerário;Efetivo;01/01/2010;;;`,
      `3211;Débito Sem Conta;;;;Débito direto;Efetivo;01/01/2010;;;`,
      `3290;Saiu a Dever;;;;;Efetivo;01/01/2001;Exonerado;01/06/2015;12,50`,
      `3291;NIF Errado;123456780;;;;Efetivo;01/01/2010;;;`,
    ].join('\n')
    const imported = await upload(text)
    const found = await rows(imported)
    assert.deepEqual(
      found.map(({ verdict }) => verdict),
      ['refused', 'created', 'created', 'created', 'created', 'created', 'created', 'refused'],
      JSON.stringify([imported['problem'], found.map(({ reason }) => reason)]),
    )
    assert.match(String(found[0]!['reason']), /Data de admissão: O dia 31\/02\/2020 não existe/)
    assert.match(String(found[1]!['reason']), /Data de nascimento: Lê-se 03\/04\/2005/)
    assert.match(String(found[7]!['reason']), /^NIF: /)
    await start(imported)
    assert.equal((await memberOf(3202))['birthDate'], '2005-04-03')
    assert.equal((await memberOf(3204))['birthDate'], '1985-07-16')
    assert.equal((await memberOf(3207))['iban'], 'PT50003506510000000004329')
    assert.deepEqual(
      [(await memberOf(3210))['paymentMethod'], (await memberOf(3210))['iban']],
      ['cash', null],
    )
    const left = await memberOf(3290)
    assert.deepEqual(
      [left['currentStateLabel'], left['endDate'], left['balance']],
      ['Exonerado', '2015-06-01', 12.5],
    )
    // The gaps between the numbers stay: the next number follows the highest one.
    assert.equal((await admin.get('/members?_memberNumber=3203')).body.data.length, 0)
  })

  test('all or nothing: refused rows prevent the start, and a row that fails undoes the others', async () => {
    const text = (category: string) =>
      `N.º;Nome;Categoria;Admissão\n3301;Tudo Um;Efetivo;2001-01-01\n3302;Tudo Dois;${category};2001-01-01\n3303;Tudo Três;Efetivo;2001-01-01\n`
    const count = async () => (await admin.get('/members?_search=Tudo')).body.data.length
    const refused = await change(await upload(text('Nenhuma')), { onlyWhole: true })
    const answer = await admin.post(`/imports/${refused._id}/start`, {})
    assert.deepEqual([answer.status, await count()], [409, 0])
    assert.match(String(answer.body.message), /Há 1 linha recusada .* só se todas servirem/)
    const good = await change(await upload(text('Efetivo')), { onlyWhole: true })
    assert.equal(good['refused'], 0)
    // The number is taken after the check.
    const other = await make.member({ memberNumber: 3302 })
    const undone = await start(good)
    assert.deepEqual([undone['state'], undone['done'], await count()], ['undone', 2, 0])
    assert.match(String(undone['warning']), /nada ficou importado/)
    assert.deepEqual(
      (await rows(undone)).map(({ outcome }) => outcome),
      ['undone', 'failed', 'undone'],
    )
    assert.equal((await memberOf(3302))._id, other._id)
    // Without that choice the good rows are written.
    const partly = await start(
      await upload(text('Efetivo').replaceAll('330', '331').replace('Efetivo', 'Nenhuma')),
    )
    assert.deepEqual([partly['state'], partly['done']], ['done', 2])
  })

  test('new members have the balance of those entered one by one, and their tables are counted for the next plans', async () => {
    const done = await start(
      await upload(
        'N.º;Nome;Categoria;Admissão\n3561;Quem Paga;Efetivo;2001-01-01\n3562;Quem Não Paga;Honorário;2001-01-01\n',
      ),
    )
    assert.equal(done['done'], 2)
    await make.member({ memberNumber: 3563, category: 'Efetivo', admissionDate: '2001-01-01' })
    await make.member({ memberNumber: 3564, category: 'Honorário', admissionDate: '2001-01-01' })
    const balances = await sql<{ strip: object; day: string }>(
      `SELECT b.quota_strip AS strip, b.as_of::text AS day FROM member_balances b JOIN members m ON m.id = b.id
       WHERE m.member_number BETWEEN 3561 AND 3564 ORDER BY m.member_number`,
    )
    const [pays, isFree, ...typed] = balances
    assert.deepEqual([pays, isFree], typed)
    assert.notDeepEqual(pays!.strip, isFree!.strip)
    assert.deepEqual([pays!.day, isFree!.day], [day, day])
    const uncounted = await sql(
      `SELECT relname FROM pg_class WHERE relname IN ('people', 'members', 'member_states', 'member_quota_terms') AND reltuples < 0`,
    )
    assert.deepEqual(uncounted, [])
  })

  test('a failed formula refuses its row, and hidden rows are asked about', async () => {
    const cell = (text: string, type = 'inlineStr') =>
      type === 'e' ? `<c t="e"><v>${text}</v></c>` : `<c t="inlineStr"><is><t>${text}</t></is></c>`
    const line = (number: number, profession: string, hidden = '') =>
      `<row r="${number}"${hidden}>${cell(String(3400 + number))}${cell(`Folha Calc ${number}`)}${profession}${cell('Efetivo')}${cell('2001-01-01')}</row>`
    const titles = `<row r="1">${['N.º', 'Nome', 'Profissão', 'Categoria', 'Admissão'].map((title) => cell(title)).join('')}</row>`
    const sheet =
      titles + line(2, cell('#DIV/0!', 'e')) + line(3, cell('Médica'), ' hidden="1"') + line(4, cell('#N/D'))
    const imported = await upload(await zipOf(workbookParts({ Sócios: sheet })))
    assert.deepEqual(
      (await rows(imported)).map(({ verdict, problems }) => [verdict, problems]),
      [
        ['refused', { profession: 'A célula tem um erro da folha de cálculo (#DIV/0!): corrija-a.' }],
        ['doubtful', null],
        ['refused', { profession: 'A célula tem um erro da folha de cálculo (#N/D): corrija-a.' }],
      ],
    )
    const verdict = async (decision: string) =>
      (await rows(await change(imported, { decisions: { hidden: decision } })))[1]!['verdict']
    assert.equal(await verdict('suggested'), 'created')
    assert.equal(await verdict('other'), 'excluded')
  })

  test('another sheet of a workbook is read again', async () => {
    const row = (text: string) =>
      `<row r="1"><c r="A1" t="inlineStr"><is><t>Nome</t></is></c><c r="B1" t="inlineStr"><is><t>NIF</t></is></c></row><row r="2"><c r="A2" t="inlineStr"><is><t>${text}</t></is></c></row>`
    const imported = await upload(
      await zipOf(workbookParts({ Um: row('Primeira Folha'), Dois: row('Segunda Folha') })),
      {
        name: 'x.xlsx',
      },
    )
    assert.deepEqual(imported['sheets'], ['Um', 'Dois'])
    const second = await change(imported, { sheet: 1 })
    assert.deepEqual(
      (await rows(second)).map(({ label }) => label),
      ['Segunda Folha'],
    )
  })
})

describe('requests', () => {
  test('the example of each kind has the titles of all its columns, and its row of explanations does not enter', async () => {
    const headers = { authorization: `Bearer ${admin.tokens.access}` }
    for (const kind of ['members', 'payments', 'unsettledPayments'] as const) {
      const { statusCode, rawPayload } = await app.app.inject({
        url: `/api/imports/example/${kind}`,
        headers,
      })
      assert.equal(statusCode, 200)
      const imported = await upload(rawPayload, { kind, name: 'exemplo.xlsx' })
      const targets = (imported['targets'] as unknown as { name: string }[]).map(({ name }) => name)
      assert.deepEqual(Object.values(imported['mapping'] as object), targets)
      assert.deepEqual([imported['created'], imported['changed']], [0, 0])
    }
  })

  test('a file without a table is refused at once, and nothing is stored', async () => {
    for (const [content, message] of [
      ['%PDF-1.4', /PDF/],
      [await zipOf({ ...workbookParts({ A: '' }), 'xl/vbaProject.bin': 'x' }), /macros/],
      ['', /vazio/],
    ] as const) {
      const { status, body } = await send(content)
      assert.equal(status, 422)
      assert.match(body.errors!['file']![0]!, message)
    }
    assert.deepEqual(
      await sql('SELECT FROM stored_files f WHERE NOT EXISTS (SELECT FROM imports i WHERE i.file_id = f.id)'),
      [],
    )
  })

  test('a file without rows fails with the reason, and can be tried with other options', async () => {
    const imported = await upload('Nome;NIF\n')
    assert.equal(imported['state'], 'failed')
    assert.match(String(imported['problem']), /nenhuma linha/)
    assert.equal((await change(imported, { headerRow: 0 }))['state'], 'ready')
  })

  test('a repeated request is the same import', async () => {
    const text = 'Nome;NIF\nUm Só;\n'
    const [one, two] = [await send(text, { key: 'imp-1' }), await send(text, { key: 'imp-1' })]
    assert.equal(one.body.data._id, two.body.data._id)
    await tools.read(one.body.data)
  })

  test('auditors and members import nothing', async () => {
    const auditor = await as('auditor')
    const imported = await upload('Nome;NIF\nUm Só;\n')
    assert.equal((await auditor.post(`/imports/${imported._id}/start`, {})).status, 403)
    assert.equal((await auditor.get(`/imports/${imported._id}`)).status, 200)
    assert.equal((await (await as('member')).get(`/imports/${imported._id}`)).status, 403)
  })
})
