import { setTimeout as sleep } from 'node:timers/promises'
import { nifCheckDigit } from '@agremia/resources/rules/identity-numbers.ts'
import { underWayStates } from '@agremia/resources/work-fields.ts'
import { type Memory, megabytes, memoryWhile, residentWithoutGarbage } from './memory.ts'
import { beginSession, type Organisation } from './organisation.ts'
import { print, report } from './report.ts'
import { time } from './timing.ts'

interface Measured {
  size: number
  /** Milliseconds to read and check the file, and to import it. */
  check: number
  write: number
  /** Undefined outside of Linux. */
  memory: Memory | undefined
}

/**
 * Measures an import of new members by the same server as one of a tenth: time of each row, and memory. Then the whole against plain INSERTs of the
 * rows that it wrote, and against the memory of the server at rest.
 */
export async function measureImport(organisation: Organisation, size: number): Promise<void> {
  const atRest = await residentWithoutGarbage(organisation.server)
  const few = await importMembers(organisation, size / 10, 0)
  const many = await importMembers(organisation, size, size / 10)
  const ofRow = ({ size: rows, check, write }: Measured) => (check + write) / rows
  report({
    what: `Importar ${size} membros: tempo de cada um face a ${few.size}`,
    ratio: ofRow(many) / ofRow(few),
    target: { max: 1.5 },
    detail: `${ofRow(many).toFixed(2)} ms contra ${ofRow(few).toFixed(2)} ms`,
  })
  const plain = await insertPlainly(organisation, size / 10)
  const whole = many.check + many.write
  report({
    what: `Importar ${size} membros face a INSERT simples das mesmas linhas`,
    ratio: whole / plain,
    target: { max: 3 },
    detail: `${minutes(whole)} contra ${minutes(plain)}`,
  })
  if (atRest === undefined || !few.memory || !many.memory) return
  const allowed = 1.3 * atRest + 64
  report({
    what: `Importar ${size} membros: memória do servidor face a 1,3 vezes a de repouso mais 64 MB`,
    ratio: many.memory.peak / allowed,
    target: { max: 1 },
    detail: `${megabytes(many.memory)}, com ${Math.round(atRest)} MB em repouso`,
  })
  report({
    what: `Importar ${size} membros: memória do servidor no máximo face a ${few.size}`,
    ratio: many.memory.peak / few.memory.peak,
    target: { max: 1.5 },
    detail: `${megabytes(many.memory)} contra ${megabytes(few.memory)}`,
  })
}

async function importMembers({ api, server }: Organisation, size: number, from: number): Promise<Measured> {
  const form = new FormData()
  form.append('kind', 'members')
  form.append('file', new Blob([listOf(size, from)]), 'lista.csv')
  let [check, write] = [0, 0]
  const memory = await memoryWhile(server.pid, async () => {
    let id = ''
    check = await time(async () => {
      id = (await call(api, 'imports', { method: 'POST', body: form }))._id
      await finished(api, id)
    })
    write = await time(async () => {
      await call(api, `imports/${id}/start`, { method: 'POST' })
      const { created } = await finished(api, id)
      if (created !== size) throw new Error(`${created} of ${size} members were imported`)
    })
  })
  print(
    `        ${size} membros: ${minutes(check)} a verificar, ${minutes(write)} a importar${memory ? `, ${megabytes(memory)}` : ''}`,
  )
  return { size, check, write, memory }
}

/** Tables that an import of members writes, with the column of the member. */
const written = {
  people: 'person',
  members: 'id',
  member_states: 'member_id',
  member_quota_terms: 'member_id',
}
const insertedTogether = 200

/**
 * Inserts again the rows of the members from the number `500 000 + from` on, into tables with the same columns, indexes and constraints: one
 * statement for each row, one transaction for as many as a batch of an import has. Returns the milliseconds of the INSERTs.
 */
async function insertPlainly({ pool }: Organisation, from: number): Promise<number> {
  const client = await pool.connect()
  let took = 0
  try {
    await client.query('SET statement_timeout = 0')
    for (const [table, column] of Object.entries(written)) {
      const where =
        column === 'person'
          ? 't.id IN (SELECT person_id FROM imported)'
          : `t.${column} IN (SELECT id FROM imported)`
      await client.query(
        `CREATE TABLE plain_${table} (LIKE ${table} INCLUDING DEFAULTS INCLUDING INDEXES INCLUDING CONSTRAINTS)`,
      )
      const { rows } = await client.query<{ row: string }>(
        `WITH imported AS (SELECT id, person_id FROM members WHERE member_number >= $1) SELECT to_jsonb(t)::text AS row FROM ${table} t WHERE ${where}`,
        [500_000 + from],
      )
      const text = `INSERT INTO plain_${table} SELECT * FROM jsonb_populate_record(NULL::plain_${table}, $1)`
      took += await time(async () => {
        for (const [index, { row }] of rows.entries()) {
          if (index % insertedTogether === 0) await client.query('BEGIN')
          await client.query({ name: `plain_${table}`, text, values: [row] })
          if ((index + 1) % insertedTogether === 0 || index === rows.length - 1) await client.query('COMMIT')
        }
      })
      await client.query(`DROP TABLE plain_${table}`)
    }
    await client.query('RESET statement_timeout')
  } finally {
    client.release()
  }
  return took
}

interface Import {
  _id: string
  state: string
  created: number
  problem: string | null
}

/** The import, when its work is done. */
async function finished(api: string, id: string): Promise<Import> {
  for (;;) {
    await sleep(500)
    const found = await call(api, `imports/${id}`)
    if (found.state === 'failed') throw new Error(`the import failed: ${found.problem}`)
    if (!underWayStates.some((state) => state === found.state)) return found
  }
}

/** Requests with a session of their own, since imports outlast an access token. */
async function call(api: string, path: string, init: RequestInit = {}): Promise<Import> {
  session ??= { ...(await beginSession(api)), at: Date.now() }
  if (Date.now() - session.at > sessionMs) session = { ...(await beginSession(api)), at: Date.now() }
  const response = await fetch(`${api}/${path}`, { ...init, headers: session.headers })
  if (!response.ok) throw new Error(`${path} responded ${response.status}: ${await response.text()}`)
  return ((await response.json()) as { data: Import }).data
}

let session: { headers: { authorization: string }; at: number } | undefined
const sessionMs = 10 * 60_000

function minutes(milliseconds: number): string {
  return `${(milliseconds / 60_000).toFixed(1)} min`
}

const syllables = ['ba', 'ce', 'di', 'fo', 'gu', 'la', 'me', 'ni', 'po', 'ru']

/** A name for each number: people with the same name and birth date are refused. */
function nameOf(index: number): string {
  const name = [...String(index)].map((digit) => syllables[Number(digit)]).join('')
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`
}

/** A list of new members, as associations have them. */
function listOf(size: number, from: number): string {
  const lines = [
    'N.º;Nome;NIF;Data de nascimento;Email;Telemóvel;Morada;Código postal;Localidade;Categoria;Admissão',
  ]
  for (let index = from; index < from + size; index++) {
    const digits = String(21_234_567 + index)
    const day = String((index % 28) + 1).padStart(2, '0')
    lines.push(
      [
        500_000 + index,
        `Maria ${names[index % names.length]} ${nameOf(index)}`,
        `${digits}${nifCheckDigit(digits)}`,
        `${day}/03/${1940 + (index % 60)}`,
        `maria${index}@exemplo.pt`,
        `91${String(1_000_000 + index)}`,
        `Rua ${names[index % names.length]}, ${index % 90}`,
        '4050-262',
        'Porto',
        'Efetivo',
        `${day}/05/${2000 + (index % 25)}`,
      ].join(';'),
    )
  }
  return lines.join('\r\n')
}

const names = [
  'Silva',
  'Costa',
  'Araújo',
  'Conceição',
  'Pinheiro',
  'Matos',
  'Gouveia',
  'Sá',
  'Leitão',
  'Brandão',
  'Rocha',
]
