import { setTimeout as sleep } from 'node:timers/promises'
import { nifCheckDigit } from '@agremia/resources/rules/identity-numbers.ts'
import { underWayStates } from '@agremia/resources/work-fields.ts'
import { type Memory, megabytes, memoryWhile } from './memory.ts'
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

/** Measures an import of new members by the same server as one of a tenth: time of each row, and memory. */
export async function measureImport(organisation: Organisation, size: number): Promise<void> {
  const few = await importMembers(organisation, size / 10, 0)
  const many = await importMembers(organisation, size, size / 10)
  const ofRow = ({ size: rows, check, write }: Measured) => (check + write) / rows
  report({
    what: `Importar ${size} membros: tempo de cada um face a ${few.size}`,
    ratio: ofRow(many) / ofRow(few),
    target: { max: 1.5 },
    detail: `${ofRow(many).toFixed(2)} ms contra ${ofRow(few).toFixed(2)} ms`,
  })
  if (!few.memory || !many.memory) return
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
