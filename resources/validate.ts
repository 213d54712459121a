import { fieldErrors } from './field-errors.ts'
import { isEmpty, isId } from './coerce.ts'
import type { Field } from './fields.ts'
import { countryName, isCountry } from './countries.ts'
import { addYears, dateProblem, formatDate, isDate, parseDate } from './rules/dates.ts'
import { citizenCard, nif, niss } from './rules/identity-numbers.ts'
import { email } from './rules/email.ts'
import { htmlToText } from './rules/plain-text.ts'
import { sepaCreditorId } from './rules/bank-identifiers.ts'
import { iban } from './rules/iban.ts'
import { personName } from './rules/names.ts'
import { phone } from './rules/phone.ts'
import { importedPostalCode, postalCode } from './rules/postal-code.ts'
import { sepaReference } from './rules/sepa-text.ts'
import { smsSender } from './rules/sms.ts'
import type { TextRule } from './rules/text-rule.ts'
import { capitalise } from './letter-case.ts'
import type { Option } from './field-types.ts'

/** What a rule may read besides its own value. `today` is the date in the organisation's time zone. */
export interface RuleContext {
  today: string
  record: Record<string, unknown>
  /** The label of the field, for messages. */
  label?: string
  options?: readonly Option[]
  /** Looks up a value that a rule names: another field of the record, or `settings.<name>`. */
  named?: (name: string) => NamedValue | undefined
  /** The value comes from an import: formats that were valid earlier are accepted with a warning. */
  isOfThePast?: true | undefined
}

export interface NamedValue {
  value: unknown
  label: string
}

export interface Finding {
  problem?: string
  warning?: string
}

interface Rule {
  /** Other fields of the record that the rule reads: the value is checked again when one of them changes. */
  looksAt?: (argument: string) => readonly string[]
  normalize?(value: string, context: RuleContext): string
  /** Formats a stored value for display. */
  format?(value: string): string
  find(value: unknown, argument: string, context: RuleContext): Finding | undefined
}

/** Returns whether a write must leave a value in the field. */
export function needsValue({ required, rules }: Pick<Field, 'required' | 'rules'>): boolean {
  return required === true || rules.includes('required')
}

/**
 * Normalises and checks a value in stored form with the field's rules. Rules other than `required` skip empty values. Throws on
 * an unknown rule name: the definition is wrong.
 */
export function checkField(
  field: Pick<Field, 'rules' | 'required' | 'options'> & Partial<Pick<Field, 'label' | 'column'>>,
  input: unknown,
  context: RuleContext,
): { value: unknown; errors: string[]; warnings: string[] } {
  if (isEmpty(input)) {
    return { value: input, errors: needsValue(field) ? [fieldErrors.required] : [], warnings: [] }
  }
  let value = input
  const errors: string[] = []
  const warnings: string[] = []
  for (const ruleText of field.rules) {
    const [name, argument] = splitRule(ruleText)
    const rule = rules[name]
    if (!rule) throw new Error(`unknown rule ${name}`)
    const where = {
      ...context,
      ...(field.label !== undefined && { label: field.label }),
      options: field.options,
    }
    if (rule.normalize && typeof value === 'string') value = rule.normalize(value, where)
    // Limits of amounts are in euros.
    const given = field.column === 'cents' && typeof value === 'number' ? value / 100 : value
    const finding = rule.find(given, argument, where)
    if (finding?.problem) errors.push(finding.problem)
    else if (finding?.warning) warnings.push(finding.warning)
    if (errors.length > 0) break
  }
  return { value, errors, warnings }
}

const readByRules = new WeakMap<readonly string[], string[]>()

/** Returns the other fields of the record that the rules of a field read. Cached per list of rules. */
export function fieldsReadByRules({ rules: ruleTexts }: Pick<Field, 'rules'>): readonly string[] {
  let known = readByRules.get(ruleTexts)
  if (!known) {
    known = ruleTexts.flatMap((ruleText) => {
      const [name, argument] = splitRule(ruleText)
      return rules[name]?.looksAt?.(argument) ?? []
    })
    readByRules.set(ruleTexts, known)
  }
  return known
}

function splitRule(ruleText: string): [string, string] {
  const colon = ruleText.indexOf(':')
  return colon < 0 ? [ruleText, ''] : [ruleText.slice(0, colon), ruleText.slice(colon + 1)]
}

function textRule(rule: TextRule): Rule {
  return {
    normalize: (value) => rule.normalize(value),
    format: (value) => rule.format(value),
    find: (value) => {
      const problem = rule.problem(String(value))
      return problem ? { problem } : { warning: rule.warning?.(String(value)) }
    },
  }
}

/** `Data de nascimento inválida: é posterior a hoje.`; only the reason when the label does not begin with «Data». */
function invalidDate(label: string | undefined, reason: string): string {
  return label?.startsWith('Data') ? `${label} inválida: ${reason}.` : `${capitalise(reason)}.`
}

/** The date of the argument of `notBefore` with its text; undefined while the named field or setting is empty. */
function firstDay(argument: string, { named }: RuleContext): { day: string; words: string } | undefined {
  if (isDate(argument)) return { day: argument, words: formatDate(argument) }
  const { value, label } = named?.(argument) ?? {}
  if (typeof value !== 'string' || !isDate(value)) return undefined
  return { day: value, words: `«${label}» (${formatDate(value)})` }
}

const onlyPortugal = ({ record: { country } }: RuleContext) =>
  isEmpty(country) || String(country).toUpperCase() === 'PT'

/** Numbers are shown with the minus sign (U+2212) and stored with a hyphen. */
const withHyphens = (text: string) => text.replaceAll('\u2212', '-')

/** The minimum of amounts that must be positive, in euros: its message is clearer than the minimum. */
const minPositiveAmount = '0.01'
export const aboveZero = 'Indique um valor acima de 0,00\u00A0€.'

const rules: Record<string, Rule> = {
  required: { find: (value) => (isEmpty(value) ? { problem: fieldErrors.required } : undefined) },
  max: {
    find: (value, argument) => {
      const limit = Number(argument)
      if (typeof value === 'number')
        return value > limit ? { problem: `O máximo é ${argument.replace('.', ',')}.` } : undefined
      return String(value).length > limit ? { problem: `No máximo ${argument} caracteres.` } : undefined
    },
  },
  min: {
    find: (value, argument) =>
      typeof value === 'number' && value < Number(argument)
        ? {
            problem: argument === minPositiveAmount ? aboveZero : `O mínimo é ${argument.replace('.', ',')}.`,
          }
        : undefined,
  },
  option: {
    find: (value, _argument, { options }) =>
      [value].flat().every((code) => options?.some((option) => option.value === code))
        ? undefined
        : { problem: fieldErrors.option },
  },
  reference: { find: () => undefined },
  date: {
    // Dates in settings are text as it was typed.
    normalize: (value, { today }) => (isDate(value) ? value : (parseDate(value, { today }) ?? value)),
    find: (value, _argument, { today }) => {
      if (!isDate(String(value))) return { problem: dateProblem(String(value), { today }) }
      return String(value) < '1800-01-01' || String(value) > '2200-12-31'
        ? { problem: 'Data fora dos limites.' }
        : undefined
    },
  },
  notFuture: {
    find: (value, _argument, { today, label }) =>
      String(value) > today ? { problem: invalidDate(label, 'é posterior a hoje') } : undefined,
  },
  /** At most this number of years after today. */
  yearsAhead: {
    find: (value, argument, { today, label }) => {
      const last = addYears(today, Number.parseInt(argument, 10) || 0)
      return String(value) > last
        ? { problem: invalidDate(label, `é posterior a ${formatDate(last)}`) }
        : undefined
    },
  },
  /** Not before a date, another field of the record, or `settings.<name>`. */
  notBefore: {
    looksAt: (argument) => (isDate(argument) || argument.includes('.') ? [] : [argument]),
    find: (value, argument, context) => {
      const first = firstDay(argument, context)
      return first && String(value) < first.day
        ? { problem: invalidDate(context.label, `não pode ser anterior a ${first.words}`) }
        : undefined
    },
  },
  datetime: { find: () => undefined },
  /** Set by the program only. */
  ipAddress: { find: () => undefined },
  personName: textRule(personName),
  email: textRule(email),
  /** HTML with a few elements; the area sanitises it. */
  html: { format: htmlToText, find: () => undefined },
  /** For text that is compared case-insensitively. */
  lowerCase: { normalize: (value) => value.toLowerCase(), find: () => undefined },
  phone: textRule(phone),
  nif: textRule(nif),
  niss: textRule(niss),
  iban: textRule(iban),
  sepaCreditorId: textRule(sepaCreditorId),
  sepaReference: textRule(sepaReference),
  postalCode: {
    looksAt: () => ['country'],
    normalize: (value, context) => (onlyPortugal(context) ? postalCode.normalize(value) : value),
    find: (value, _argument, context) =>
      onlyPortugal(context)
        ? textRule(context.isOfThePast ? importedPostalCode : postalCode).find(value, '', context)
        : undefined,
  },
  idDocument: {
    looksAt: () => ['idDocumentType'],
    normalize: (value, { record }) =>
      record['idDocumentType'] === 'CC' ? citizenCard.normalize(value) : value.toUpperCase(),
    find: (value, _argument, context) =>
      context.record['idDocumentType'] === 'CC' ? textRule(citizenCard).find(value, '', context) : undefined,
  },
  country: {
    normalize: (value) => value.toUpperCase(),
    format: countryName,
    find: (value) =>
      isCountry(String(value)) ? undefined : { problem: 'País desconhecido: use o código de duas letras.' },
  },
  colour: {
    find: (value) =>
      /^#[0-9a-f]{6}$/i.test(String(value))
        ? undefined
        : { problem: 'Indique uma cor, por exemplo #2F6BB8.' },
  },
  tags: {
    find: (value) => {
      const list = value as string[]
      if (list.length > 20) return { problem: 'No máximo 20 valores.' }
      return list.some((item) => item.length > 60)
        ? { problem: 'Cada valor tem no máximo 60 caracteres.' }
        : undefined
    },
  },
  ids: {
    find: (value) => {
      const list = Array.isArray(value) ? (value as string[]) : [String(value)]
      if (list.length > 1000) return { problem: 'No máximo 1000 de cada vez.' }
      return list.every(isId) ? undefined : { problem: 'Há valores que não existem.' }
    },
  },
  /** Applies the rule of the contact's type. */
  contact: {
    looksAt: () => ['type'],
    normalize: (value, { record }) => contactRule(record['type'])?.normalize(value) ?? value,
    // Of the types of contacts, only telephones have a stored form that differs.
    format: (value) => (/^\+\d+$/.test(value) ? phone.format(value) : value),
    find: (value, _argument, { record }) => {
      const rule = contactRule(record['type'])
      return rule ? { problem: rule.problem(String(value)) } : undefined
    },
  },
  /** Origins of web sites, separated by commas. */
  origins: {
    normalize: (value) => splitOrigins(value).join(','),
    find: (value) => {
      const wrong = splitOrigins(String(value)).find((item) => !isOrigin(item))
      return wrong === undefined
        ? undefined
        : { problem: `«${wrong.slice(0, 60)}» não é um endereço como https://www.exemplo.pt.` }
    },
  },
  yesNo: {
    find: (value) => (value === 'true' || value === 'false' ? undefined : { problem: 'Indique sim ou não.' }),
  },
  /** A complete web address. */
  webAddress: {
    find: (value) =>
      /^https?:\/\/[^\s/]+/i.test(String(value))
        ? undefined
        : { problem: 'Indique um endereço completo, por exemplo https://exemplo.pt.' },
  },
  smsSender: textRule(smsSender),
  /** Text with an amount in euros, stored with a decimal point: `0.045`. The argument is the maximum number of decimals. */
  price: {
    normalize: (value) => value.replace(/\s|€/g, '').replace(',', '.'),
    find: (value, argument) => {
      const [, decimals = ''] = /^\d{1,4}(?:\.(\d+))?$/.exec(String(value)) ?? []
      if (!/^\d{1,4}(\.\d+)?$/.test(String(value)))
        return { problem: 'Indique um preço em euros, por exemplo 0,05.' }
      return decimals.length > Number(argument)
        ? { problem: `No máximo ${argument} casas decimais.` }
        : undefined
    },
  },
  /** Measures in millimetres, separated by semicolons: `0,5; -0,3`. The argument is how many. */
  millimetres: {
    normalize: (value) =>
      withHyphens(value)
        .split(';')
        .map((part) => part.trim().replace('.', ','))
        .join('; '),
    find: (value, argument) => {
      const parts = String(value).split('; ')
      const areRight = parts.every((part) => /^-?\d{1,3}(,\d)?$/.test(part))
      return areRight && parts.length === Number(argument)
        ? undefined
        : { problem: `Indique ${argument} medidas em milímetros, separadas por ponto e vírgula.` }
    },
  },
  /** Text with a number of digits in the range `from-to`. */
  digits: {
    normalize: (value) => value.replace(/\s/g, ''),
    find: (value, argument) => {
      const [from, to] = argument.split('-').map(Number) as [number, number]
      const text = String(value)
      if (/^\d+$/.test(text) && text.length >= from && text.length <= to) return undefined
      return { problem: from === to ? `São ${from} algarismos.` : `São ${from} a ${to} algarismos.` }
    },
  },
  /** Ascending integers separated by commas: days before (negative) or after a date. */
  risingDays: {
    normalize: (value) => withHyphens(value).replace(/\s/g, ''),
    find: (value) => {
      const days = String(value).split(',').map(Number)
      const isRising = days.every((day, index) => index === 0 || day > (days[index - 1] ?? day))
      return /^-?\d{1,3}(,-?\d{1,3}){0,3}$/.test(String(value)) && isRising
        ? undefined
        : { problem: 'Indique os dias por ordem, sem saltar nenhum: cada um depois do anterior.' }
    },
  },
  /** Prefix of document numbers. */
  series: {
    normalize: (value) => value.toUpperCase(),
    find: (value) =>
      /^[A-Z0-9]{1,6}$/.test(String(value))
        ? undefined
        : { problem: 'Use no máximo 6 letras ou algarismos, sem acentos.' },
  },
  /** Text with an integer in the range `from-to`. */
  wholeNumber: {
    find: (value, argument) => {
      if (!/^\d{1,10}$/.test(String(value))) return { problem: fieldErrors.integer }
      const [from, to] = argument.split('-').map(Number) as [number, number]
      return Number(value) < from || Number(value) > to
        ? { problem: `Indique um número entre ${from} e ${to}.` }
        : undefined
    },
  },
}

function splitOrigins(list: string): string[] {
  return list
    .split(/[\s,]+/)
    .map((item) => item.replace(/\/+$/, '').toLowerCase())
    .filter(Boolean)
}

function isOrigin(text: string): boolean {
  return /^https?:\/\/[a-z0-9.-]+(:\d{1,5})?$/.test(text) && URL.canParse(text)
}

function contactRule(type: unknown): TextRule | undefined {
  if (type === 'email') return email
  if (type === 'mobile' || type === 'phone') return phone
  return undefined
}

/** Returns the function that formats a field's stored texts for display by its rules: a telephone in groups, a country by its name. */
export function textFormatOf(field: Pick<Field, 'rules'>): (value: string) => string {
  const formats = field.rules.flatMap((ruleText) => rules[splitRule(ruleText)[0]]?.format ?? [])
  return (value) => formats.reduce((text, format) => format(text), value)
}

/** The names of all rules; a test checks that definitions use no others. */
export const ruleNames: ReadonlySet<string> = new Set(Object.keys(rules))
