import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { testApp } from '../../../testing/test-app.ts'
import { importTools } from '../../testing.ts'

const app = await testApp()
const { as } = app
const admin = await as('admin')
const { upload, start, undo, rows, read } = await importTools(app, admin)
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
