import { formatDate, formatDateTime } from '@agremia/resources/rules/dates.ts'
import { escapeFormula } from '@agremia/resources/rules/plain-text.ts'
import { fillTerms, type Terminology } from '@agremia/resources/terminology.ts'
import { organisationTimeZone } from '../../fields/organisation-clock.ts'
import { type Check, clockTime, statusWords } from './check.ts'

const byteOrderMark = '\ufeff'
const headings = [
  'Data',
  'Hora',
  'N.º de {memberSingular}',
  'Nome',
  'Categoria',
  'Estado',
  'Válido até',
  'Repetido',
  'Verificado',
]

/** The checks as CSV, oldest first. Byte order mark and semicolons, as spreadsheets in a Portuguese locale expect. */
export function attendanceFile(checks: readonly Check[], terminology: Terminology): string {
  const titles = headings.map((heading) => fillTerms(heading, terminology))
  const lines = [titles, ...checks.map(cellsOf)].map((cells) => cells.map(cellText).join(';'))
  return `${byteOrderMark}${lines.join('\r\n')}\r\n`
}

function cellsOf(check: Check): string[] {
  const { at, memberNumber, name, category, status, validUntil, firstAt, listedAt, code } = check
  const [date = '', time = ''] = formatDateTime(at, organisationTimeZone()).split(' ')
  return [
    date,
    time,
    String(memberNumber ?? ''),
    name ?? code,
    category ?? '',
    statusWords[status].word,
    validUntil ? formatDate(validUntil) : '',
    firstAt === undefined ? '' : `1.ª vez às ${clockTime(firstAt)}`,
    verifiedText(status, listedAt),
  ]
}

function verifiedText(status: Check['status'], listedAt: string | undefined): string {
  if (status === 'pendente') return 'Não'
  return listedAt === undefined ? 'Sim' : `Pela lista das ${clockTime(listedAt)}`
}

function cellText(cell: string): string {
  const text = escapeFormula(cell)
  return /[;"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
