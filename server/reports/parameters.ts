import { isId } from '@agremia/resources/coerce.ts'
import { described } from '@agremia/resources/json-shape.ts'
import { isPaymentMethod, paymentMethods } from '@agremia/resources/payment-methods.ts'
import type { ReportParameter } from '@agremia/resources/report-table.ts'
import { isDate } from '@agremia/resources/rules/dates.ts'
import { fiscalYearOf, fiscalYearText } from '@agremia/resources/rules/fiscal-year.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import type { Querying } from '../database/querying.ts'
import { many, sql } from '../database/sql.ts'
import { badRequest } from '../errors.ts'
import type { Asked, ParameterName, Report } from './declare.ts'

const labels: Record<ParameterName, string> = {
  year: 'Ano',
  from: 'De',
  to: 'Até',
  day: 'Em',
  by: 'Por',
  categoryId: 'Categoria',
  quotaPlanId: 'Plano de {membershipPayments}',
  method: 'Meio',
  compare: 'Comparar com',
}
/** Years that may be asked for. */
export const firstYear = 1800
export const lastYear = 2200
const usualYears = 5
const maxCompared = 4
/** Years that are offered. */
const offeredYears = 30

/** The parameters, for the document of the API. */
export const parametersApi = {
  'year?': described(
    'Ano, de um relatório de um ano; vazio, o corrente. Nos da tesouraria, o do início do exercício.',
    'integer',
  ),
  'from?': described('Primeiro ano, de um relatório por anos.', 'integer'),
  'to?': described('Último ano; vazio, o corrente.', 'integer'),
  'day?': described('O dia; vazio, hoje.', 'day'),
  'by?': described('Por que se agrupa.', 'text'),
  'categoryId?': described('Só desta categoria.', 'uuid'),
  'quotaPlanId?': described('Só deste plano de quotas.', 'uuid'),
  'method?': described('Só deste meio de pagamento.', 'text'),
  'compare?': described(`Quantos anos anteriores, de 0 a ${maxCompared}.`, 'integer'),
} as const

export type Given = Partial<Record<ParameterName, string>>

/** What the organisation's reports are read with. */
export type ReportContext = Pick<Asked, 'today' | 'terminology' | 'fiscalYearStart'>

/** Reads the parameters of a report. Throws 400 that names the one that cannot be read. */
export function readParameters(
  { groupings = {}, ofFiscalYear }: Pick<Report, 'groupings' | 'ofFiscalYear'>,
  given: Given,
  context: ReportContext & Partial<Pick<Asked, 'now'>>,
): Asked {
  const { today, now = today, terminology, fiscalYearStart } = context
  const thisYear = Number(today.slice(0, 4))
  const to = yearOf('to', given.to, thisYear)
  const from = yearOf('from', given.from, Math.max(firstYear, to - usualYears + 1))
  if (from > to) throw badRequest('from: indique um ano que não venha depois do último.')
  const day = given.day || today
  if (!isDate(day) || day < `${firstYear}` || day > `${lastYear}`)
    throw badRequest('day: indique um dia, por exemplo 2026-12-31.')
  const by = given.by || (Object.keys(groupings)[0] ?? '')
  if (given.by && !Object.hasOwn(groupings, by))
    throw badRequest(`by: indique ${Object.keys(groupings).join(' ou ')}.`)
  const categoryId = idOf('categoryId', given.categoryId, 'uma categoria')
  const quotaPlanId = idOf('quotaPlanId', given.quotaPlanId, 'um plano')
  const method = given.method || undefined
  if (method !== undefined && !isPaymentMethod(method))
    throw badRequest(`method: indique ${Object.keys(paymentMethods).join(' ou ')}.`)
  const compare = given.compare || '0'
  if (!/^\d$/.test(compare) || Number(compare) > maxCompared)
    throw badRequest(`compare: indique quantos anos anteriores, de 0 a ${maxCompared}.`)
  return {
    today,
    now,
    terminology,
    fiscalYearStart,
    year: yearOf('year', given.year, ofFiscalYear ? fiscalYearOf(context, today) : thisYear),
    from,
    to,
    day,
    by,
    categoryId,
    quotaPlanId,
    method,
    compare: Number(compare),
  }
}

function idOf(name: ParameterName, given: string | undefined, what: string): string | undefined {
  if (!given) return undefined
  if (!isId(given)) throw badRequest(`${name}: indique o identificador de ${what}.`)
  return given
}

function yearOf(name: ParameterName, given: string | undefined, otherwise: number): number {
  if (!given) return otherwise
  const year = Number(given)
  if (!/^\d{4}$/.test(given) || year < firstYear || year > lastYear)
    throw badRequest(`${name}: indique um ano entre ${firstYear} e ${lastYear}.`)
  return year
}

/** The parameters of a report with their values and what may be chosen. */
export async function describeParameters(
  db: Querying,
  { parameters, groupings = {}, ofFiscalYear }: Report,
  asked: Asked,
): Promise<ReportParameter[]> {
  const now = ofFiscalYear ? fiscalYearOf(asked, asked.today) : Number(asked.today.slice(0, 4))
  const years = (chosen: number) =>
    [...new Set([...Array.from({ length: offeredYears }, (_, index) => now - index), chosen])]
      .toSorted((one, other) => other - one)
      .map((year) => ({
        value: String(year),
        label: ofFiscalYear ? fiscalYearText(asked, year) : String(year),
      }))
  const optionsOf = async (name: ParameterName): Promise<ReportParameter['options']> => {
    switch (name) {
      case 'day':
        return []
      case 'by':
        return Object.entries(groupings).map(([value, label]) => ({
          value,
          label: fillTerms(label, asked.terminology),
        }))
      case 'categoryId':
        return [
          { value: '', label: 'Todas' },
          ...(await many(
            db,
            sql`SELECT id AS value, name AS label FROM member_categories ORDER BY "order", id`,
            {
              value: 'uuid',
              label: 'text',
            },
          )),
        ]
      case 'quotaPlanId':
        return [
          { value: '', label: 'Todos' },
          ...(await many(db, sql`SELECT id AS value, name AS label FROM quota_plans ORDER BY "order", id`, {
            value: 'uuid',
            label: 'text',
          })),
        ]
      case 'method':
        return [
          { value: '', label: 'Todos' },
          ...Object.entries(paymentMethods).map(([value, label]) => ({ value, label })),
        ]
      case 'compare':
        return Array.from({ length: maxCompared + 1 }, (_, count) => ({
          value: String(count),
          label: count === 0 ? 'Nada' : count === 1 ? 'Ano anterior' : `${count} anos anteriores`,
        }))
      default:
        return years(asked[name])
    }
  }
  return Promise.all(
    parameters.map(async (name) => ({
      name,
      label: fillTerms(labels[name], asked.terminology),
      kind: name === 'day' ? ('day' as const) : ('choice' as const),
      value: String(asked[name] ?? ''),
      options: await optionsOf(name),
    })),
  )
}
