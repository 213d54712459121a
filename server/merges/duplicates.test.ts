import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nifOf, succeeded } from '../testing/make.ts'
import { testApp } from '../testing/test-app.ts'
import { messagesSent, until } from '../testing/wait.ts'

const { as, make, sql } = await testApp()
const admin = await as('admin')

/** The pairs that the search finds: both names, reasons, strength. */
async function find(search: string): Promise<string[]> {
  succeeded(await admin.post('/duplicates/find'))
  const { body } = await admin.get(`/duplicates?_search=${encodeURIComponent(search)}&_sort=name`)
  return body.data.map(({ name, otherName, reasons, strength }) =>
    [name, otherName, (reasons as string[]).join('+'), strength].map(String).join(' | '),
  )
}

test('finds people by what they share, and says how strong it is', async () => {
  await make.member({ name: 'Alzira Ponte', birthDate: '1960-01-02', memberNumber: 801 })
  await make.member({ name: 'ALZIRA PONTE', birthDate: '1960-01-02', memberNumber: 802 })
  assert.deepEqual(await find('alzira 802'), ['Alzira Ponte | ALZIRA PONTE | nameBirth | certain'])
  await make.person({ name: 'Benedita Sousa Lobo', birthDate: '1971-03-04' })
  await make.person({ name: 'Benedita Lobo', birthDate: '1971-03-04' })
  assert.deepEqual(await find('benedita'), ['Benedita Sousa Lobo | Benedita Lobo | similarBirth | likely'])
  await make.person({ name: 'Celso Frade', email: 'frade@exemplo.pt' })
  await make.person({ name: 'Celso Rui Frade', email: 'Frade@exemplo.pt', mobile: '912345600' })
  await make.person({ name: 'Dário Nunes', phone: '912345600' })
  assert.deepEqual(await find('celso'), [
    'Celso Frade | Celso Rui Frade | email | certain',
    'Celso Rui Frade | Dário Nunes | phone | possible',
  ])
})

test('relatives, twins and common values are no duplicates', async () => {
  const family = { email: 'familia@exemplo.pt', mobile: '912345601' }
  await make.person({ name: 'Ema Rosa', nif: nifOf(11), birthDate: '1950-01-01', ...family })
  await make.person({ name: 'Fausto Rosa', nif: nifOf(12), birthDate: '1948-01-01', ...family })
  await make.person({ name: 'Gina Rosa Cruz', birthDate: '2001-05-05' })
  await make.person({ name: 'Hugo Rosa Cruz', birthDate: '2001-05-05' })
  for (let index = 0; index < 6; index++)
    await make.person({ name: `${'ABCDEF'[index]}bel Rosa${index}`, email: 'seccao@exemplo.pt' })
  assert.deepEqual(await find('rosa'), [])
})

test('a pair that is told apart stays so, and one that changes disappears', async () => {
  const first = await make.person({ name: 'Ilda Vau', birthDate: '1980-01-01' })
  const other = await make.person({ name: 'Ilda Vau', birthDate: '1980-01-01' })
  assert.equal((await find('ilda')).length, 1)
  const [pair] = (await admin.get('/duplicates?_search=ilda')).body.data
  succeeded(await admin.post(`/duplicates/${pair?._id}/dismiss`))
  await sql(`UPDATE people SET email = 'ilda@exemplo.pt' WHERE id = $1`, [first._id])
  await find('ilda')
  assert.equal((await admin.get('/duplicates?_search=ilda&_state=open')).body.meta.total, 0)
  succeeded(await admin.post(`/duplicates/${pair?._id}/reconsider`))
  succeeded(await admin.patch(`/people/${other._id}`, { birthDate: '1981-01-01' }))
  assert.deepEqual(await find('ilda'), [])
})

test('two memberships of one person in force are a pair', async () => {
  const { personId } = await make.member({ name: 'Júlio Meda' })
  await make.member({ personId })
  assert.deepEqual(await find('júlio meda'), ['Júlio Meda | Júlio Meda | memberships | certain'])
})

test('erasing a person erases what merges and duplicates stored of it', async () => {
  const kept = await make.member({
    name: 'Quitéria Zambujal',
    state: 'Exonerado',
    email: 'quiteria@exemplo.pt',
  })
  const lost = await make.person({ name: 'Quitéria Mendes Zambujal', nif: nifOf(99), mobile: '919999123' })
  // Both are refused while a message to the person is being sent.
  await messagesSent({ sql })
  const merged = succeeded(
    await admin.post('/merges', { personId: kept['personId'], lostPersonId: lost._id }),
  )
  const anonymise = () =>
    admin.post(`/people/${String(kept['personId'])}/anonymise`, { confirmation: 'anonimizar' })
  await until(async () => (await anonymise()).status === 200, 'the data are erased')
  const [row] = await sql<{ text: string }>('SELECT to_jsonb(t)::text AS text FROM merges t WHERE id = $1', [
    merged._id,
  ])
  assert.doesNotMatch(String(row?.text), /zambujal|919999123/i)
  const events = await sql('SELECT FROM audit_events WHERE changes::text ~* $1', ['zambujal|919999123'])
  assert.equal(events.length, 0)
  const undone = await admin.post(`/merges/${merged._id}/undo`)
  assert.equal(undone.status, 409)
  assert.match(String(undone.body.message), /foram eliminados/)
})
