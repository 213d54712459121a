import { addDays, ageAt, birthdayAt } from '@agremia/resources/rules/dates.ts'
import { foldText } from '@agremia/resources/rules/fold.ts'
import { nifCheckDigit } from '@agremia/resources/rules/identity-numbers.ts'
import { v7 as newId } from 'uuid'
import type { Querying } from '../database/querying.ts'
import { execute, many, raw, sql } from '../database/sql.ts'

interface SampleOptions {
  count: number
  /** The organisation's day. */
  today: string
  /** The same seed generates the same people. */
  seed?: number
  firstNumber?: number
}

const firstNames = {
  female:
    'Maria Ana Beatriz Catarina Cláudia Fátima Inês Joana Leonor Lúcia Madalena Margarida Marta Matilde Mónica Patrícia Rita Rosa Sara Sílvia Sofia Teresa Vera Zélia Amélia Conceição Graça Helena Isabel Júlia'.split(
      ' ',
    ),
  male: 'João José António Manuel Carlos Luís Paulo Pedro Rui Miguel Nuno Tiago André Francisco Gonçalo Henrique Jorge Mário Óscar Ricardo Sérgio Tomás Vasco Álvaro Élio Adelino Bernardo David Eduardo Fernando'.split(
    ' ',
  ),
}
const secondNames = {
  female: 'Luísa Margarida Cristina Isabel Filipa Alexandra'.split(' '),
  male: 'Luís Manuel Miguel Filipe Alexandre Alberto'.split(' '),
}
const surnames =
  'Silva Santos Ferreira Pereira Oliveira Costa Rodrigues Martins Sousa Fernandes Gonçalves Gomes Lopes Marques Alves Almeida Ribeiro Pinto Carvalho Teixeira Moreira Correia Mendes Nunes Soares Vieira Monteiro Cardoso Rocha Neves Coelho Cunha Pires Ramos Reis Simões Antunes Matos Fonseca Morgado Machado Araújo Barbosa Tavares Lourenço Castro Figueiredo Freitas Azevedo Melo Brito Évora Ângelo Vasconcelos Nogueira'.split(
    ' ',
  )
const places: [postalCode: string, city: string, municipality: string][] = [
  ['4050-262', 'Porto', 'Porto'],
  ['4400-123', 'Vila Nova de Gaia', 'Vila Nova de Gaia'],
  ['4700-031', 'Braga', 'Braga'],
  ['3000-150', 'Coimbra', 'Coimbra'],
  ['3800-200', 'Aveiro', 'Aveiro'],
  ['2400-080', 'Leiria', 'Leiria'],
  ['1249-103', 'Lisboa', 'Lisboa'],
  ['2800-045', 'Almada', 'Almada'],
  ['7000-500', 'Évora', 'Évora'],
  ['8000-076', 'Faro', 'Faro'],
  ['3830-100', 'Ílhavo', 'Ílhavo'],
  ['9000-018', 'Funchal', 'Funchal'],
]
const streets = [
  'Rua das Flores',
  'Rua da Fonte',
  'Largo da Igreja',
  'Avenida da Liberdade',
  'Travessa do Forno',
  'Rua do Outeiro',
  'Rua da Escola',
  'Praceta dos Plátanos',
]
const professions = [
  'Professora',
  'Enfermeiro',
  'Eletricista',
  'Contabilista',
  'Engenheira',
  'Comerciante',
  'Reformado',
  'Estudante',
  'Motorista',
  'Cozinheira',
]

/** A pseudorandom generator of numbers in [0, 1), so that every demonstration has the same data. */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

type Row = Record<string, unknown>

/** Inserts fictional members with people and histories of states, in batches. Requires the default states and categories. */
export async function insertSampleMembers(db: Querying, options: SampleOptions): Promise<void> {
  const { states, categories } = await readLists(db)
  const random = seededRandom(options.seed ?? 20_261_121)
  for (let from = 0; from < options.count; from += batchSize) {
    const rows: { people: Row[]; members: Row[]; states: Row[]; terms: Row[] } = {
      people: [],
      members: [],
      states: [],
      terms: [],
    }
    for (let index = from; index < Math.min(options.count, from + batchSize); index++) {
      addSample(rows, { index, random, options, states, categories })
    }
    await insert(db, 'people', rows.people)
    await insert(db, 'members', rows.members)
    await insert(db, 'member_states', rows.states)
    await insert(db, 'member_quota_terms', rows.terms)
  }
}

const batchSize = 2000

async function readLists(db: Querying) {
  const states = await many(db, sql`SELECT name, id, marks_end FROM member_state_names`, {
    name: 'text',
    id: 'uuid',
    marks_end: 'boolean',
  })
  const categories = await many(db, sql`SELECT code, id FROM member_categories`, { code: 'text', id: 'uuid' })
  return {
    states: new Map(states.map((row) => [row.name, row])),
    categories: new Map(categories.map((row) => [row.code, row.id])),
  }
}

type Lists = Awaited<ReturnType<typeof readLists>>

interface Sample extends Lists {
  index: number
  random: () => number
  options: SampleOptions
}

function addSample(
  rows: { people: Row[]; members: Row[]; states: Row[]; terms: Row[] },
  { index, random, options, states, categories }: Sample,
): void {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const gender = random() < 0.5 ? 'female' : 'male'
  const name = [
    pick(firstNames[gender]),
    random() < 0.4 ? pick(secondNames[gender]) : '',
    random() < 0.1 ? 'de' : '',
    pick(surnames),
    pick(surnames),
  ]
    .filter(Boolean)
    .join(' ')
  const age = random() < 0.08 ? 8 + random() * 9 : 18 + random() * 70
  const birthDate = addDays(options.today, -Math.floor(age * 365.25))
  const minor = ageAt(birthDate, options.today) < 18
  const number = (options.firstNumber ?? 1) + index
  const years = Math.max(0.1, Math.min(age - (minor ? 5 : 16), 52 * (1 - (index / options.count) ** 0.8)))
  const admissionDate = addDays(options.today, -Math.floor(years * 365.25))
  const [postalCode, city, municipality] = pick(places)
  const digits = `2${String(10_000_000 + ((index * 7919) % 9_999_991)).slice(-7)}`
  const nif = random() < 0.85 ? `${digits}${nifCheckDigit(digits)}` : null
  const mobile =
    random() < 0.9
      ? `+3519${pick(['1', '2', '3', '6'])}${String(Math.floor(random() * 1e7)).padStart(7, '0')}`
      : null
  const email = random() < 0.7 ? `${foldText(name).replaceAll(' ', '.')}.${number}@exemplo.pt` : null
  const address = `${pick(streets)}, ${1 + Math.floor(random() * 150)}`
  const personId = newId()
  const memberId = newId()
  const state = states.get(stateOf(random())) ?? states.get('Ativo')
  const code = categoryOf(age, minor, random())
  const idOf = (one: string) => categories.get(one) ?? [...categories.values()][0]
  const category = idOf(code)
  const left = addDays(admissionDate, Math.floor(random() * years * 365))
  const changed = state !== states.get('Ativo')
  const searchable = [name, nif, mobile, email, postalCode, city].filter((value) => value !== null)
  const searchText = ` ${foldText(searchable.join(' '))}`
  rows.people.push({
    id: personId,
    name,
    kind: 'natural',
    nif,
    birth_date: birthDate,
    gender,
    profession: random() < 0.6 ? pick(professions) : null,
    mobile,
    email,
    address,
    postal_code: postalCode,
    city,
    municipality,
    country: 'PT',
    guardian_name: minor ? `${pick(firstNames.female)} ${pick(surnames)}` : null,
    search_text: searchText,
  })
  rows.members.push({
    id: memberId,
    person_id: personId,
    member_number: number,
    category_id: category,
    admission_date: admissionDate,
    current_state_id: state?.id,
    state_since: changed ? left : admissionDate,
    end_date: state?.marks_end ? left : null,
    message_channel: email ? 'email' : mobile ? 'sms' : 'letter',
    payment_method: pick(['cash', 'transfer', 'multibanco', 'mbway', 'directDebit']),
    notes: random() < 0.05 ? 'Prefere pagar ao balcão em janeiro.' : null,
    search_text: `${searchText} ${number}`,
  })
  const history = { member_id: memberId, person_id: personId, created_by_name: 'Demonstração' }
  for (const [from, one] of categoriesSince(code, { birthDate, admissionDate }))
    rows.terms.push({ ...history, id: newId(), start_date: from, category_id: idOf(one) })
  rows.states.push({
    ...history,
    id: newId(),
    state_name_id: states.get('Ativo')?.id,
    start_date: admissionDate,
    end_date: changed ? left : null,
  })
  if (changed)
    rows.states.push({ ...history, id: newId(), state_name_id: state?.id, start_date: left, end_date: null })
}

function stateOf(chance: number): string {
  if (chance < 0.83) return 'Ativo'
  if (chance < 0.88) return 'Suspenso (quotas)'
  if (chance < 0.92) return 'Isento'
  if (chance < 0.96) return 'Exonerado'
  return chance < 0.98 ? 'Eliminado por falta de pagamento' : 'Falecido'
}

function categoryOf(age: number, minor: boolean, chance: number): string {
  if (minor) return 'JUV'
  if (age >= 66 && chance < 0.6) return 'SEN'
  if (age < 26 && chance < 0.4) return 'EST'
  if (chance > 0.95) return 'FUN'
  if (chance > 0.92) return 'HON'
  return chance > 0.85 ? 'FAM' : 'EFE'
}

/** The categories since the admission, each with its first day: those of other ages come before the one of today. */
function categoriesSince(
  code: string,
  { birthDate, admissionDate }: { birthDate: string; admissionDate: string },
): [string | null, string][] {
  const changes: [string, string][] = []
  if (code !== 'JUV') changes.push([birthdayAt(birthDate, 18), code === 'SEN' ? 'EFE' : code])
  if (code === 'SEN') changes.push([birthdayAt(birthDate, 65), code])
  const since = changes.findLast(([from]) => from <= admissionDate)?.[1] ?? 'JUV'
  return [[null, since], ...changes.filter(([from]) => from > admissionDate)]
}

/** Inserts all rows in one statement, with the types of the table. */
async function insert(db: Querying, table: string, rows: Row[]): Promise<void> {
  if (rows.length === 0) return
  const columns = raw([...new Set(rows.flatMap((row) => Object.keys(row)))].join(', '))
  const into = raw(table)
  await execute(
    db,
    sql`INSERT INTO ${into} (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(NULL::${into}, ${JSON.stringify(rows)})`,
  )
}
